"""The WebSocket: its endpoint, subscriptions, live feeds of streams, frames, and clients that read slowly."""
