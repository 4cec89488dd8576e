"""What keeps data: tables, databases, searches, files."""

import json

from messages import open_to_all


def dynamodb(account):
    tables = account.client("dynamodb")
    for name, good in (("good-table", True), ("bad-table", False)):
        tables.create_table(
            TableName=name,
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST" if good else "PROVISIONED",
            DeletionProtectionEnabled=good,
            **(
                {
                    "SSESpecification": {
                        "Enabled": True,
                        "SSEType": "KMS",
                        "KMSMasterKeyId": account.made["good-key"],
                    }
                }
                if good
                else {"ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}}
            ),
        )
    tables.update_continuous_backups(
        TableName="good-table",
        PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
    )


def dax(account):
    clusters = account.client("dax")
    for name, good in (("good-dax", True), ("bad-dax", False)):
        clusters.create_cluster(
            ClusterName=name,
            NodeType="dax.t3.small",
            ReplicationFactor=3 if good else 1,
            IamRoleArn=account.made["role"],
            SSESpecification={"Enabled": good},
            ClusterEndpointEncryptionType="TLS" if good else "NONE",
        )
    for _ in range(5):  # clusters of moto are made while somebody looks
        clusters.describe_clusters()


def rds(account):
    rds = account.client("rds")
    rds.create_db_subnet_group(
        DBSubnetGroupName="inner",
        DBSubnetGroupDescription="inner",
        SubnetIds=account.made["subnets"],
    )
    for name, good in (("good-database", True), ("bad-database", False)):
        rds.create_db_instance(
            DBInstanceIdentifier=name,
            Engine="postgres",
            EngineVersion="16.3",
            DBInstanceClass="db.t3.medium",
            AllocatedStorage=20,
            MasterUsername="keeper" if good else "postgres",
            MasterUserPassword="Correct-horse-9",
            Port=5544 if good else 5432,
            DBSubnetGroupName="inner",
            MultiAZ=good,
            StorageEncrypted=good,
            PubliclyAccessible=not good,
            DeletionProtection=good,
            BackupRetentionPeriod=14 if good else 0,
            AutoMinorVersionUpgrade=good,
            CopyTagsToSnapshot=good,
            EnableIAMDatabaseAuthentication=good,
            EnableCloudwatchLogsExports=["postgresql"] if good else [],
            **(
                {"MonitoringInterval": 60, "MonitoringRoleArn": account.made["role"]}
                if good
                else {}
            ),
        )
        rds.create_db_snapshot(
            DBSnapshotIdentifier=name.replace("database", "snapshot"), DBInstanceIdentifier=name
        )
        rds.create_db_cluster(
            DBClusterIdentifier=name.replace("database", "cluster"),
            Engine="aurora-postgresql",
            MasterUsername="keeper" if good else "postgres",
            MasterUserPassword="Correct-horse-9",
            Port=5544 if good else 5432,
            DBSubnetGroupName="inner",
            StorageEncrypted=good,
            DeletionProtection=good,
            BackupRetentionPeriod=14 if good else 1,
            CopyTagsToSnapshot=good,
            EnableIAMDatabaseAuthentication=good,
            EnableCloudwatchLogsExports=["postgresql"] if good else [],
        )
    rds.modify_db_snapshot_attribute(
        DBSnapshotIdentifier="bad-snapshot", AttributeName="restore", ValuesToAdd=["all"]
    )


    rds.create_db_cluster(
        DBClusterIdentifier="mysql-cluster",
        Engine="aurora-mysql",
        MasterUsername="keeper",
        MasterUserPassword="Correct-horse-9",
        Port=3307,
        DBSubnetGroupName="inner",
        StorageEncrypted=True,
        DeletionProtection=True,
        CopyTagsToSnapshot=True,
        EnableIAMDatabaseAuthentication=True,
        EnableCloudwatchLogsExports=["audit"],
    )
    rds.create_event_subscription(
        SubscriptionName="all",
        SnsTopicArn=f"arn:aws:sns:us-east-1:{account.id}:good-topic",
        Enabled=True,
    )


def redshift(account):
    redshift = account.client("redshift")
    for name, good in (("good-warehouse", True), ("bad-warehouse", False)):
        redshift.create_cluster(
            ClusterIdentifier=name,
            # The older kind may be without automated snapshots.
            NodeType="ra3.xlplus" if good else "dc2.large",
            ClusterType="multi-node",
            NumberOfNodes=2,
            DBName="facts" if good else "dev",
            MasterUsername="keeper" if good else "awsuser",
            MasterUserPassword="Correct-horse-9",
            PubliclyAccessible=not good,
            Encrypted=good,
            EnhancedVpcRouting=good,
            AllowVersionUpgrade=good,
            AutomatedSnapshotRetentionPeriod=7 if good else 0,
        )
    redshift.enable_logging(ClusterIdentifier="good-warehouse", BucketName="moto-account-logs")


def elasticache(account):
    caches = account.client("elasticache")
    for name, good in (("good-cache", True), ("bad-cache", False)):
        caches.create_replication_group(
            ReplicationGroupId=name,
            ReplicationGroupDescription=name,
            Engine="redis",
            EngineVersion="7.1" if good else "5.0.6",
            CacheNodeType="cache.t3.micro",
            NumCacheClusters=2 if good else 1,
            AutomaticFailoverEnabled=good,
            MultiAZEnabled=good,
            AtRestEncryptionEnabled=good,
            TransitEncryptionEnabled=good,
            SnapshotRetentionLimit=14 if good else 0,
            AutoMinorVersionUpgrade=good,
            **({"AuthToken": "correct-horse-battery"} if good else {}),
        )


def opensearch(account):
    domains = account.client("opensearch")
    for name, good in (("good-search", True), ("bad-search", False)):
        domains.create_domain(
            DomainName=name,
            EngineVersion="OpenSearch_2.11",
            ClusterConfig={
                "InstanceType": "m6g.large.search",
                "InstanceCount": 3 if good else 1,
                "DedicatedMasterEnabled": good,
                "DedicatedMasterCount": 3 if good else 0,
                "ZoneAwarenessEnabled": good,
            },
            EncryptionAtRestOptions={"Enabled": good},
            NodeToNodeEncryptionOptions={"Enabled": good},
            DomainEndpointOptions={
                "EnforceHTTPS": good,
                "TLSSecurityPolicy": "Policy-Min-TLS-1-2-2019-07",
            },
            AdvancedSecurityOptions={"Enabled": good, "InternalUserDatabaseEnabled": not good},
            LogPublishingOptions={
                kind: {
                    "CloudWatchLogsLogGroupArn": f"arn:aws:logs:us-east-1:{account.id}:log-group:good-group",
                    "Enabled": True,
                }
                for kind in ("AUDIT_LOGS", "SEARCH_SLOW_LOGS", "INDEX_SLOW_LOGS")
            }
            if good
            else {},
            CognitoOptions={
                "Enabled": True,
                "UserPoolId": "us-east-1_pool",
                "IdentityPoolId": "us-east-1:11111111-2222-3333-4444-555555555555",
                "RoleArn": account.made["role"],
            }
            if good
            else {"Enabled": False},
            AccessPolicies=""
            if good
            else open_to_all("es:*", f"arn:aws:es:us-east-1:{account.id}:domain/bad-search/*"),
            **({"VPCOptions": {"SubnetIds": account.made["subnets"]}} if good else {}),
        )


def efs(account):
    files = account.client("efs")
    for name, good in (("good", True), ("bad", False)):
        id = files.create_file_system(CreationToken=name, Encrypted=good, Backup=good)[
            "FileSystemId"
        ]
        account.named(id, f"{name}-files")
        if good:
            for subnet in account.made["subnets"]:
                files.create_mount_target(FileSystemId=id, SubnetId=subnet)
        point = files.create_access_point(
            FileSystemId=id,
            ClientToken=name,
            **(
                {
                    "PosixUser": {"Uid": 1000, "Gid": 1000},
                    "RootDirectory": {
                        "Path": "/app",
                        "CreationInfo": {"OwnerUid": 1, "OwnerGid": 1, "Permissions": "0750"},
                    },
                }
                if good
                else {}
            ),
        )["AccessPointId"]
        account.named(point, f"{name}-point")


def glacier(account):
    vaults = account.client("glacier")
    for name in ("good-glacier", "bad-glacier"):
        vaults.create_vault(vaultName=name, accountId="-")


def athena(account):
    queries = account.client("athena")
    for name, good in (("good-group", True), ("bad-group", False)):
        queries.create_work_group(
            Name=name,
            Configuration={
                "EnforceWorkGroupConfiguration": good,
                "PublishCloudWatchMetricsEnabled": good,
                "ResultConfiguration": {
                    "OutputLocation": "s3://moto-account-logs/",
                    **(
                        {"EncryptionConfiguration": {"EncryptionOption": "SSE_S3"}}
                        if good
                        else {}
                    ),
                },
            },
        )


def secretsmanager(account):
    secrets = account.client("secretsmanager")
    for name in ("good-secret", "bad-secret"):
        arn = secrets.create_secret(Name=name, SecretString="correct horse")["ARN"]
        account.named(arn.split(":")[-1], name)
    function = f"arn:aws:lambda:us-east-1:{account.id}:function:good-function"
    secrets.rotate_secret(
        SecretId="good-secret",
        RotationLambdaARN=function,
        RotationRules={"AutomaticallyAfterDays": 30},
        RotateImmediately=False,
    )
    secrets.put_resource_policy(
        SecretId="bad-secret", ResourcePolicy=open_to_all("secretsmanager:*", "*")
    )


def dms(account):
    movers = account.client("dms")
    movers.create_replication_subnet_group(
        ReplicationSubnetGroupIdentifier="movers",
        ReplicationSubnetGroupDescription="movers",
        SubnetIds=account.made["subnets"],
    )
    for name, good in (("good-mover", True), ("bad-mover", False)):
        movers.create_replication_instance(
            ReplicationInstanceIdentifier=name,
            ReplicationInstanceClass="dms.t3.medium",
            MultiAZ=good,
            AutoMinorVersionUpgrade=good,
            PubliclyAccessible=not good,
        )
        for kind in ("source", "target"):
            endpoint = movers.create_endpoint(
                EndpointIdentifier=f"{name}-{kind}",
                EndpointType=kind,
                EngineName="postgres",
                ServerName="database.plumbline.example",
                Port=5432,
                DatabaseName="facts",
                Username="keeper",
                Password="correct horse",
                SslMode="require" if good else "none",
            )["Endpoint"]["EndpointArn"]
            account.named(endpoint.split(":")[-1], f"{name}-{kind}")


fills = [dynamodb, dax, rds, redshift, elasticache, opensearch, efs, glacier, athena, secretsmanager, dms]
