from __future__ import annotations

from tests.databases import postgres as postgres
from tests.databases import store_url as store_url
