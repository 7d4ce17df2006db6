"""The kinds of streams that this program knows."""

from __future__ import annotations

from boxseat.house.account_stream import ACCOUNTS
from boxseat.house.cage_stream import CAGE
from boxseat.house.disputes_stream import DISPUTES
from boxseat.house.notices_stream import NOTICES
from boxseat.house.payments_stream import PAYMENTS
from boxseat.house.persons_stream import PERSONS
from boxseat.house.streams import StreamKinds
from boxseat.house.table_stream import TABLES

STREAM_KINDS = StreamKinds(TABLES, ACCOUNTS, PAYMENTS, DISPUTES, PERSONS, NOTICES, CAGE)
