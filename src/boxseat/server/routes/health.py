"""Routes for operators: health check, metrics and the OpenAPI document."""

from __future__ import annotations

from litestar import MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec

from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, Who, needs, node_of
from boxseat.server.limits.addresses import is_among
from boxseat.server.problems import Problem
from boxseat.server.wire.core import Health

_PAUSED = ResponseSpec(Health, description="Tables cannot be played now, and why.", generate_examples=False)


@get("/healthz", opt=needs(Who.ANYONE), tags=["running"], responses={**fails(429), 503: _PAUSED})
async def health(request: AnyRequest) -> Response[Health]:
    """Whether tables can be played: 200, or 503 with the reason."""
    paused = node_of(request).house.paused
    if paused:
        return Response(Health("paused", paused), status_code=503)
    return Response(Health("ok"))


@get("/metrics", opt=needs(Who.ANYONE), media_type=MediaType.TEXT, tags=["running"], responses=fails(403, 429))
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Prometheus metrics, for the addresses that may read them."""
    node = node_of(request)
    asker = request.client.host if request.client else ""
    if not is_among(asker, node.settings.metrics_to):
        raise Problem("metrics/address", "this address may not read the metrics")
    return Response(node.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/openapi.json", opt=needs(Who.ANYONE), tags=["running"], include_in_schema=False)
async def openapi() -> Response[bytes]:
    """The OpenAPI document, with the frames of the WebSocket."""
    from boxseat.server.api_docs.openapi import description

    return Response(description(), media_type="application/vnd.oai.openapi+json")


HEALTH = [health, metrics, openapi]
