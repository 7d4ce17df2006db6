"""Client library for programs that play: log in, watch tables, and play without losing or repeating a command (docs/bots.md)."""

from boxseat.client.client import Client as Client
from boxseat.client.errors import Behind as Behind
from boxseat.client.errors import ClientError as ClientError
from boxseat.client.errors import NoAnswer as NoAnswer
from boxseat.client.errors import Paused as Paused
from boxseat.client.errors import Refused as Refused
from boxseat.client.errors import SessionOver as SessionOver
from boxseat.client.errors import Unreachable as Unreachable
from boxseat.client.frames import Picture as Picture
from boxseat.client.table import TableWatched as TableWatched
