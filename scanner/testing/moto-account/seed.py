"""Fills an account of moto with a good and a bad resource of each service, where moto can hold both, and writes
the names that the table knows them by, where their ids are drawn by chance: a line of JSON, id to name."""

import json
import sys

import boto3

import compute
import data
import guards
import messages
import networks

asked = json.load(sys.stdin)
session = boto3.Session(
    aws_access_key_id=asked["key"],
    aws_secret_access_key=asked["secret"],
    aws_session_token=asked["token"],
)


class Account:
    """Clients of the account, what the parts make for each other, and the names of what they made."""

    id = asked["account"]
    region = asked["region"]

    def __init__(self):
        self.names = {}
        self.made = {}
        self.clients = {}

    def client(self, service, region=None):
        key = (service, region or self.region)
        if key not in self.clients:
            self.clients[key] = session.client(
                service, region_name=key[1], endpoint_url=asked["url"]
            )
        return self.clients[key]

    def named(self, id, name):
        self.names[id] = name
        return id


account = Account()
failed = []
for part in (networks, guards, messages, compute, data):
    for fill in part.fills:
        try:
            fill(account)
        except Exception as error:  # one complaint per service, all of them at once
            failed.append(f"{part.__name__}.{fill.__name__}: {error}")
if failed:
    raise SystemExit("\n".join(failed))
print(json.dumps(account.names))
