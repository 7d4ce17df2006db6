"""The casino floor on the network: HTTP API, one WebSocket per client, static pages, health check and metrics."""
