"""The register of wrong payments of the whole house, and its report at the end of a month (SP 18.18-18.20)."""
