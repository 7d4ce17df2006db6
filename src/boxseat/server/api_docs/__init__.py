"""Descriptions of the API: OpenAPI for programs, TypeScript types for the pages."""
