"""The register of disputes: what players dispute, who decided and reviewed it, and what is still to be put right."""
