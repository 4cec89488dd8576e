"""What watches and records: keys, trails, logs, detectors. The second region has none of it."""

import json


def kms(account):
    kms = account.client("kms")
    for name in ("good-key", "bad-key"):
        key = kms.create_key(Description=name)["KeyMetadata"]["KeyId"]
        account.named(key, name)
        account.made[name] = key
    kms.enable_key_rotation(KeyId=account.made["good-key"])
    everyone = {"Effect": "Allow", "Principal": "*", "Action": "kms:*", "Resource": "*"}
    kms.put_key_policy(
        KeyId=account.made["bad-key"],
        PolicyName="default",
        Policy=json.dumps({"Version": "2012-10-17", "Statement": [everyone]}),
    )


def cloudwatch(account):
    logs = account.client("logs")
    logs.create_log_group(
        logGroupName="good-group",
        kmsKeyId=f"arn:aws:kms:us-east-1:{account.id}:key/{account.made['good-key']}",
    )
    logs.put_retention_policy(logGroupName="good-group", retentionInDays=365)
    logs.create_log_group(logGroupName="bad-group")
    logs.put_retention_policy(logGroupName="bad-group", retentionInDays=7)
    logs.create_log_stream(logGroupName="bad-group", logStreamName="one")
    import time

    logs.put_log_events(
        logGroupName="bad-group",
        logStreamName="one",
        logEvents=[
            {
                "timestamp": int(time.time() * 1000),
                "message": "key AKIA" + "IOSFODNN7QWERTYU secret",
            }
        ],
    )
    alarms = account.client("cloudwatch")
    for name, good in (("good-alarm", True), ("bad-alarm", False)):
        alarms.put_metric_alarm(
            AlarmName=name,
            MetricName="Requests",
            Namespace="Plumbline",
            Statistic="Sum",
            Period=300,
            EvaluationPeriods=1,
            Threshold=1,
            ComparisonOperator="GreaterThanOrEqualToThreshold",
            AlarmActions=[f"arn:aws:sns:us-east-1:{account.id}:good-topic"] if good else [],
            ActionsEnabled=good,
        )


def trail(account):
    trails = account.client("cloudtrail")
    trails.create_trail(
        Name="good-trail",
        S3BucketName="moto-account-logs",
        IsMultiRegionTrail=True,
        EnableLogFileValidation=True,
        KmsKeyId=account.made["good-key"],
    )
    trails.start_logging(Name="good-trail")
    trails.put_event_selectors(
        TrailName="good-trail",
        EventSelectors=[{"ReadWriteType": "All", "IncludeManagementEvents": True}],
    )
    trails.create_trail(Name="bad-trail", S3BucketName="moto-account-logs")


def config(account):
    iam = account.client("iam")
    trust = {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Effect": "Allow",
                "Principal": {"Service": "lambda.amazonaws.com"},
                "Action": "sts:AssumeRole",
            }
        ],
    }
    role = iam.create_role(RoleName="worker", AssumeRolePolicyDocument=json.dumps(trust))
    account.made["role"] = role["Role"]["Arn"]
    recorder = account.client("config")
    recorder.put_configuration_recorder(
        ConfigurationRecorder={
            "name": "default",
            "roleARN": f"arn:aws:iam::{account.id}:role/aws-service-role/config.amazonaws.com/AWSServiceRoleForConfig",
            "recordingGroup": {"allSupported": True, "includeGlobalResourceTypes": True},
        }
    )
    recorder.put_delivery_channel(
        DeliveryChannel={"name": "default", "s3BucketName": "moto-account-logs"}
    )
    recorder.start_configuration_recorder(ConfigurationRecorderName="default")
    other = account.client("config", "eu-west-1")
    other.put_configuration_recorder(
        ConfigurationRecorder={"name": "default", "roleARN": account.made["role"]}
    )


def guardduty(account):
    detectors = account.client("guardduty")
    features = {"S3_DATA_EVENTS": "ENABLED", "RDS_LOGIN_EVENTS": "DISABLED"}
    detectors.create_detector(
        Enable=True,
        Features=[{"Name": name, "Status": status} for name, status in features.items()],
    )


def macie(account):
    # An account of moto is born with Macie.
    account.client("macie2", "eu-west-1").disable_macie()


def securityhub(account):
    account.client("securityhub").enable_security_hub(EnableDefaultStandards=True)


def organizations(account):
    account.client("organizations").create_organization(FeatureSet="ALL")


def contacts(account):
    account.client("account").put_alternate_contact(
        AlternateContactType="SECURITY",
        Name="Night desk",
        Title="Duty officer",
        EmailAddress="desk@plumbline.example",
        PhoneNumber="+1 555 0100",
    )


def ssm(account):
    ssm = account.client("ssm")
    for name, text in (
        ("good-document", "echo"),
        ("bad-document", "export AWS_ACCESS_KEY_ID=AKIA" + "IOSFODNN7QWERTYU"),
    ):
        ssm.create_document(
            Name=name,
            DocumentType="Command",
            DocumentFormat="JSON",
            Content=json.dumps(
                {
                    "schemaVersion": "2.2",
                    "description": name,
                    "mainSteps": [
                        {
                            "action": "aws:runShellScript",
                            "name": "run",
                            "inputs": {"runCommand": [text]},
                        }
                    ],
                }
            ),
        )
    ssm.modify_document_permission(
        Name="bad-document", PermissionType="Share", AccountIdsToAdd=["All"]
    )


def backup(account):
    backup = account.client("backup")
    backup.create_backup_vault(
        BackupVaultName="good-vault",
        EncryptionKeyArn=f"arn:aws:kms:us-east-1:{account.id}:key/{account.made['good-key']}",
    )
    backup.create_backup_vault(BackupVaultName="bad-vault")
    plan = backup.create_backup_plan(
        BackupPlan={
            "BackupPlanName": "nightly",
            "Rules": [{"RuleName": "nightly", "TargetBackupVaultName": "good-vault"}],
        }
    )
    account.named(plan["BackupPlanId"], "nightly-plan")


def wanderers(account):
    """Pools of users, whose good half asks for more."""
    pools = account.client("cognito-idp")
    good = pools.create_user_pool(
        PoolName="good-pool",
        DeletionProtection="ACTIVE",
        Policies={
            "PasswordPolicy": {
                "MinimumLength": 14,
                "RequireLowercase": True,
                "RequireUppercase": True,
                "RequireNumbers": True,
                "RequireSymbols": True,
                "TemporaryPasswordValidityDays": 3,
            }
        },
        MfaConfiguration="ON",
        AdminCreateUserConfig={"AllowAdminCreateUserOnly": True},
        UserPoolAddOns={"AdvancedSecurityMode": "ENFORCED"},
    )["UserPool"]["Id"]
    pools.set_user_pool_mfa_config(
        UserPoolId=good,
        SoftwareTokenMfaConfiguration={"Enabled": True},
        MfaConfiguration="ON",
    )
    bad = pools.create_user_pool(
        PoolName="bad-pool",
        Policies={
            "PasswordPolicy": {
                "MinimumLength": 6,
                "RequireLowercase": False,
                "RequireUppercase": False,
                "RequireNumbers": False,
                "RequireSymbols": False,
                "TemporaryPasswordValidityDays": 90,
            }
        },
    )["UserPool"]["Id"]
    for pool, name in ((good, "good"), (bad, "bad")):
        account.named(pool, f"{name}-pool")
        extra = (
            {"PreventUserExistenceErrors": "ENABLED", "EnableTokenRevocation": True}
            if name == "good"
            else {"PreventUserExistenceErrors": "LEGACY", "EnableTokenRevocation": False}
        )
        client = pools.create_user_pool_client(UserPoolId=pool, ClientName=name, **extra)
        account.named(client["UserPoolClient"]["ClientId"], f"{name}-client")
    identities = account.client("cognito-identity")
    for name, guests in (("good", False), ("bad", True)):
        pool = identities.create_identity_pool(
            IdentityPoolName=f"{name}-identities", AllowUnauthenticatedIdentities=guests
        )["IdentityPoolId"]
        account.named(pool, f"{name}-identities")


fills = [kms, cloudwatch, trail, config, guardduty, macie, securityhub, organizations, contacts, ssm, backup, wanderers]
