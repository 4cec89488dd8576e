"""Queues, topics, buses, machines of states, and other things that pass on what they are sent."""

import json


def open_to_all(action, resource):
    return json.dumps(
        {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Sid": "all",
                    "Effect": "Allow",
                    "Principal": "*",
                    "Action": action,
                    "Resource": resource,
                }
            ],
        }
    )


def sqs(account):
    for region in (account.region, "eu-west-1"):
        queues = account.client("sqs", region)
        queues.create_queue(QueueName="good-queue", Attributes={"SqsManagedSseEnabled": "true"})
        url = queues.create_queue(
            QueueName="bad-queue", Attributes={"SqsManagedSseEnabled": "false"}
        )["QueueUrl"]
        policy = open_to_all("sqs:*", f"arn:aws:sqs:{region}:{account.id}:bad-queue")
        queues.set_queue_attributes(QueueUrl=url, Attributes={"Policy": policy})


def sns(account):
    topics = account.client("sns")
    good = topics.create_topic(Name="good-topic", Attributes={"KmsMasterKeyId": "alias/aws/sns"})
    bad = topics.create_topic(Name="bad-topic")["TopicArn"]
    topics.set_topic_attributes(
        TopicArn=bad, AttributeName="Policy", AttributeValue=open_to_all("sns:Publish", bad)
    )
    topics.subscribe(
        TopicArn=good["TopicArn"], Protocol="https", Endpoint="https://plumbline.example"
    )
    topics.subscribe(TopicArn=bad, Protocol="http", Endpoint="http://plumbline.example")


def eventbridge(account):
    events = account.client("events")
    for name in ("good-bus", "bad-bus"):
        arn = events.create_event_bus(Name=name)["EventBusArn"]
        account.made[name] = arn
    events.put_permission(
        EventBusName="bad-bus", Policy=open_to_all("events:PutEvents", account.made["bad-bus"])
    )


def stepfunctions(account):
    machines = account.client("stepfunctions")
    for name, good in (("good-machine", True), ("bad-machine", False)):
        what = {"StartAt": "one", "States": {"one": {"Type": "Pass", "End": True}}}
        if not good:
            what["States"]["one"]["Parameters"] = {"key": "AKIA" + "IOSFODNN7QWERTYU"}
        machines.create_state_machine(
            name=name,
            definition=json.dumps(what),
            roleArn=account.made["role"],
            **(
                {
                    "encryptionConfiguration": {
                        "type": "CUSTOMER_MANAGED_KMS_KEY",
                        "kmsKeyId": account.made["good-key"],
                    }
                }
                if good
                else {}
            ),
            loggingConfiguration={
                "level": "ALL" if good else "OFF",
                "includeExecutionData": True,
                **(
                    {
                        "destinations": [
                            {
                                "cloudWatchLogsLogGroup": {
                                    "logGroupArn": f"arn:aws:logs:us-east-1:{account.id}:log-group:good-group:*"
                                }
                            }
                        ]
                    }
                    if good
                    else {}
                ),
            },
        )


def appsync(account):
    graphs = account.client("appsync")
    for name, good in (("good", True), ("bad", False)):
        api = graphs.create_graphql_api(
            name=name,
            authenticationType="AWS_IAM" if good else "API_KEY",
            **(
                {"logConfig": {"fieldLogLevel": "ALL", "cloudWatchLogsRoleArn": account.made["role"]}}
                if good
                else {}
            ),
        )["graphqlApi"]["apiId"]
        account.named(api, f"{name}-graph")


def kafka(account):
    clusters = account.client("kafka")
    for name, good in (("good-kafka", True), ("bad-kafka", False)):
        arn = clusters.create_cluster(
            ClusterName=name,
            KafkaVersion="3.6.0",
            NumberOfBrokerNodes=2,
            BrokerNodeGroupInfo={
                "ClientSubnets": account.made["subnets"],
                "InstanceType": "kafka.m5.large",
                "ConnectivityInfo": {
                    "PublicAccess": {"Type": "DISABLED" if good else "SERVICE_PROVIDED_EIPS"}
                },
            },
            ClientAuthentication={
                "Sasl": {"Iam": {"Enabled": good}},
                "Tls": {"Enabled": good},
                "Unauthenticated": {"Enabled": not good},
            },
            EncryptionInfo={
                "EncryptionAtRest": {
                    "DataVolumeKMSKeyId": f"arn:aws:kms:us-east-1:{account.id}:key/{account.made['good-key']}"
                },
                "EncryptionInTransit": {
                    "ClientBroker": "TLS" if good else "PLAINTEXT",
                    "InCluster": good,
                },
            },
            EnhancedMonitoring="PER_TOPIC_PER_BROKER" if good else "DEFAULT",
        )["ClusterArn"]
        account.named(arn.split("/")[-1], name)


fills = [sqs, sns, eventbridge, stepfunctions, appsync, kafka]
