"""The report of a month's large wrong payments, as a file (SP 18.20.2)."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import Parameter

from boxseat.house.live_stream import NoSuchStream
from boxseat.house.payments_stream import PAYMENTS
from boxseat.people.roles import Power
from boxseat.pit.payments.view import report_csv
from boxseat.refusal import Refusal
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, needs, node_of
from boxseat.server.problems import problem_of
from boxseat.server.wire.core import whole

Month = Annotated[
    str, Parameter(max_length=7, pattern=whole("[0-9]{4}-[0-9]{2}"), description="A month, such as 2024-09.")
]


@get(
    "/api/payments/reports/{month:str}",
    opt=needs(Power.SEE_PAYMENT_ERRORS),
    media_type="text/csv",
    responses=fails(400, 401, 403, 404, 429, 503),
    tags=["staff"],
)
async def payments_report(request: AnyRequest, month: Month) -> Response[str]:
    """Wrong payments of a month that are in its report, as CSV; of the month still running, as far as they are recorded."""
    house, name = node_of(request).house, f"{PAYMENTS.prefix}{PAYMENTS.sole}"
    try:
        register = (await house.stream(name)).state
    except NoSuchStream:
        none = house.none_of(name)
        raise problem_of(Refusal(none.code, none.clause, none.reason)) from None
    headers = {"Content-Disposition": f'attachment; filename="wrong-payments-{month}.csv"'}
    return Response(report_csv(register, month), media_type="text/csv; charset=utf-8", headers=headers)


PAYMENT_REPORTS = [payments_report]
