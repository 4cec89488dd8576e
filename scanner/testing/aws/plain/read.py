"""Makes the calls that standard input lists, with the official client for Python, and writes what it was sent
and what it read of that, a line of JSON each."""

import datetime
import functools
import json
import sys

import boto3
from botocore.config import Config

asked = json.load(sys.stdin)
config = Config(
    retries={"max_attempts": 0},
    parameter_validation=False,  # the cloud answers by what it has, whatever else is asked
    s3={"addressing_style": "path"},
    inject_host_prefix=False,
)
session = boto3.Session(
    aws_access_key_id=asked["key"], aws_secret_access_key=asked["secret"]
)

# CloudWatch speaks newer protocols, too; the fixture cloud plays the one that the scanner uses.
loader = session._session.get_component("data_loader")
loader.load_service_model("cloudwatch", "service-2")["metadata"]["protocols"] = ["query"]

# Clients by what they call themselves in signatures, which is what the fixture cloud goes by, where that is
# not their name.
names = {
    "elasticfilesystem": ["efs"],
    "elasticloadbalancing": ["elb", "elbv2"],
    "elasticmapreduce": ["emr"],
    "es": ["opensearch"],
    "monitoring": ["cloudwatch"],
    "states": ["stepfunctions"],
}


@functools.cache
def client_of(name, region):
    return session.client(
        name, region_name=region, endpoint_url=asked["url"], config=config
    )


def client_for(service, operation, region):
    """The client that has the operation: several may sign with one name."""
    for name in names.get(service, [service]):
        client = client_of(name, region)
        if operation in client.meta.service_model.operation_names:
            return client
    raise SystemExit(f"no client has {service}:{operation}")


def written(value):
    if isinstance(value, datetime.datetime):
        return {"$date": value.timestamp() * 1000}
    if hasattr(value, "read"):
        return value.read().decode()
    if isinstance(value, bytes):
        return value.decode()
    raise TypeError(f"{type(value)} in an answer")


def parameters_of(model, given):
    """Parameters by the names of the client, which differs from the wire in case and in paths."""
    members = model.input_shape.members if model.input_shape else {}
    wire = {shape.serialization.get("name", name): name for name, shape in members.items()}
    found = {}
    for path, value in given.items():
        key, *inner = path.split(".")
        name = key if key in members else wire.get(key)
        if name is None:
            raise SystemExit(f"{model.name} takes no {key}: {sorted(wire)}")
        for step in reversed(inner):
            value = {step: value}
        found[name] = [value] if members[name].type_name == "list" else value
    return found


bodies = []


def keep(response_dict, **_):
    bodies.append(response_dict["body"])


for call in asked["calls"]:
    service, operation, region = call["service"], call["operation"], call["region"]
    client = client_for(service, operation, region)
    client.meta.events.register("before-parse.*.*", keep, unique_id="keep")
    model = client.meta.service_model.operation_model(operation)
    parameters = parameters_of(model, call["parameters"])
    bodies.clear()
    answer = client._make_api_call(operation, parameters)
    answer.pop("ResponseMetadata", None)
    body = bodies[-1]
    line = {"call": call, "body": body.decode() if isinstance(body, bytes) else body, "read": answer}
    print(json.dumps(line, default=written), flush=True)
