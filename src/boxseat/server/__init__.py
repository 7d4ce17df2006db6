"""The floor's front desk on the network: HTTP, one socket a client, and the state of the house for those who run it."""
