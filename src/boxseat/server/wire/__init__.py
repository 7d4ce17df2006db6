"""Wire format: bodies of requests and answers, and WebSocket frames."""
