"""The register of persons: exclusions, bars, Player Cards and detentions, each with who attested it."""
