"""The house's command that copies the register of persons to a table."""

from __future__ import annotations

import msgspec


class CopyAdmissions(
    msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True, tag="copy-admissions"
):
    """Copy from the register who may play at this table."""
