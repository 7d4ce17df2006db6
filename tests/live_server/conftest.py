from __future__ import annotations

from tests.databases import postgres as postgres
from tests.databases import postgres_url as postgres_url
