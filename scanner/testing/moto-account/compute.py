"""What runs code: functions, containers, builds, clusters, notebooks."""

import base64
import io
import json
import zipfile


def packed(text):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("main.py", text)
    return out.getvalue()


def awslambda(account):
    functions = account.client("lambda")
    for name, good in (("good-function", True), ("bad-function", False)):
        functions.create_function(
            FunctionName=name,
            Runtime="python3.13" if good else "python3.7",
            Role=account.made["role"],
            Handler="main.run",
            Code={"ZipFile": packed("def run(event, context): return 1\n")},
            Environment={
                "Variables": {"STAGE": "live"} if good else {"KEY": "AKIA" + "IOSFODNN7QWERTYU"}
            },
            TracingConfig={"Mode": "Active" if good else "PassThrough"},
            **(
                {
                    "KMSKeyArn": f"arn:aws:kms:us-east-1:{account.id}:key/{account.made['good-key']}",
                    "DeadLetterConfig": {
                        "TargetArn": f"arn:aws:sqs:us-east-1:{account.id}:good-queue"
                    },
                    "VpcConfig": {
                        "SubnetIds": account.made["subnets"],
                        "SecurityGroupIds": [account.made["group"]],
                    },
                }
                if good
                else {}
            ),
        )
        functions.create_function_url_config(
            FunctionName=name,
            AuthType="AWS_IAM" if good else "NONE",
            Cors={"AllowOrigins": ["https://plumbline.example"] if good else ["*"]},
        )
    functions.add_permission(
        FunctionName="bad-function",
        StatementId="all",
        Action="lambda:InvokeFunction",
        Principal="*",
    )


def ecr(account):
    images = account.client("ecr")
    for name, good in (("good-images", True), ("bad-images", False)):
        images.create_repository(
            repositoryName=name,
            imageTagMutability="IMMUTABLE" if good else "MUTABLE",
            imageScanningConfiguration={"scanOnPush": good},
        )
    rule = {
        "rulePriority": 1,
        "selection": {
            "tagStatus": "untagged",
            "countType": "imageCountMoreThan",
            "countNumber": 5,
        },
        "action": {"type": "expire"},
    }
    images.put_lifecycle_policy(
        repositoryName="good-images", lifecyclePolicyText=json.dumps({"rules": [rule]})
    )
    images.put_registry_scanning_configuration(
        scanType="BASIC",
        rules=[
            {
                "scanFrequency": "SCAN_ON_PUSH",
                "repositoryFilters": [{"filter": "good*", "filterType": "WILDCARD"}],
            }
        ],
    )
    policy = {
        "Version": "2012-10-17",
        "Statement": [{"Sid": "all", "Effect": "Allow", "Principal": "*", "Action": "ecr:*"}],
    }
    images.set_repository_policy(repositoryName="bad-images", policyText=json.dumps(policy))


def ecs(account):
    tasks = account.client("ecs")
    for name, good in (("good-cluster", True), ("bad-cluster", False)):
        tasks.create_cluster(
            clusterName=name,
            settings=[{"name": "containerInsights", "value": "enabled" if good else "disabled"}],
        )
        family = name.replace("cluster", "task")
        container = {"name": "app", "image": "nginx", "memory": 128, "privileged": not good}
        if good:
            container.update(
                readonlyRootFilesystem=True,
                user="1000",
                logConfiguration={
                    "logDriver": "awslogs",
                    "options": {"awslogs-group": "good-group", "mode": "non-blocking"},
                },
            )
        else:
            container.update(environment=[{"name": "KEY", "value": "AKIA" + "IOSFODNN7QWERTYU"}])
        tasks.register_task_definition(
            family=family,
            networkMode="awsvpc" if good else "host",
            containerDefinitions=[container],
            **({} if good else {"pidMode": "host"}),
        )
        tasks.create_service(
            cluster=name,
            serviceName=name.replace("cluster", "service"),
            taskDefinition=family,
            desiredCount=1,
            launchType="FARGATE" if good else "EC2",
            **(
                {
                    "platformVersion": "LATEST",
                    "networkConfiguration": {
                        "awsvpcConfiguration": {
                            "subnets": account.made["subnets"],
                            "securityGroups": [account.made["group"]],
                            "assignPublicIp": "DISABLED",
                        }
                    },
                }
                if good
                else {}
            ),
        )


def eks(account):
    clusters = account.client("eks")
    for name, good in (("good-kubernetes", True), ("bad-kubernetes", False)):
        kinds = ["api", "audit", "authenticator", "controllerManager", "scheduler"]
        clusters.create_cluster(
            name=name,
            version="1.35" if good else "1.21",
            roleArn=account.made["role"],
            deletionProtection=good,
            resourcesVpcConfig={
                "subnetIds": account.made["subnets"],
                "endpointPublicAccess": not good,
                "endpointPrivateAccess": good,
                **({} if good else {"publicAccessCidrs": ["0.0.0.0/0"]}),
            },
            logging={"clusterLogging": [{"types": kinds, "enabled": good}]},
            **(
                {
                    "encryptionConfig": [
                        {
                            "resources": ["secrets"],
                            "provider": {
                                "keyArn": f"arn:aws:kms:us-east-1:{account.id}:key/{account.made['good-key']}"
                            },
                        }
                    ]
                }
                if good
                else {}
            ),
        )


def autoscaling(account):
    groups = account.client("autoscaling")
    ec2 = account.client("ec2")
    image = ec2.describe_images(Owners=["amazon"])["Images"][0]["ImageId"]
    account.made["image"] = image
    for name, good in (("good", True), ("bad", False)):
        groups.create_launch_configuration(
            LaunchConfigurationName=f"{name}-launch",
            ImageId=image,
            InstanceType="t3.micro",
            AssociatePublicIpAddress=not good,
            UserData="echo" if good else "export KEY=AKIA" + "IOSFODNN7QWERTYU",
            MetadataOptions={"HttpTokens": "required" if good else "optional", "HttpEndpoint": "enabled"},
        )
    template = ec2.create_launch_template(
        LaunchTemplateName="good-template",
        LaunchTemplateData={"ImageId": image, "InstanceType": "t3.micro"},
    )["LaunchTemplate"]["LaunchTemplateId"]
    account.named(template, "good-template")
    groups.create_auto_scaling_group(
        AutoScalingGroupName="good-machines",
        MixedInstancesPolicy={
            "LaunchTemplate": {
                "LaunchTemplateSpecification": {"LaunchTemplateId": template},
                "Overrides": [{"InstanceType": "t3.micro"}, {"InstanceType": "t3a.micro"}],
            },
            "InstancesDistribution": {"OnDemandPercentageAboveBaseCapacity": 0},
        },
        TargetGroupARNs=[account.made["target"]],
        MinSize=0,
        MaxSize=0,
        VPCZoneIdentifier=",".join(account.made["subnets"]),
        CapacityRebalance=True,
        HealthCheckType="ELB",
        HealthCheckGracePeriod=60,
    )
    groups.create_auto_scaling_group(
        AutoScalingGroupName="bad-machines",
        TargetGroupARNs=[account.made["target"]],
        LaunchConfigurationName="bad-launch",
        MinSize=0,
        MaxSize=0,
        VPCZoneIdentifier=account.made["subnets"][0],
    )
    for group in groups.describe_auto_scaling_groups()["AutoScalingGroups"]:
        account.named(group["AutoScalingGroupARN"].split(":")[6], "id")


def codebuild(account):
    builds = account.client("codebuild")
    for name, good in (("good-build", True), ("bad-build", False)):
        builds.create_project(
            name=name,
            source={"type": "S3", "location": "moto-account-logs/code.zip"}
            if good
            else {"type": "GITHUB", "location": "https://user:Kq7xT2vLm9@github.com/a/b"},
            artifacts={"type": "NO_ARTIFACTS"},
            environment={
                "type": "LINUX_CONTAINER",
                "image": "aws/codebuild/standard:7.0",
                "computeType": "BUILD_GENERAL1_SMALL",
                "privilegedMode": not good,
                "environmentVariables": [
                    {
                        "name": "STAGE" if good else "API_PASSWORD",
                        "value": "live" if good else "AKIA" + "IOSFODNN7QWERTYU",
                        "type": "PLAINTEXT",
                    }
                ],
            },
            serviceRole=account.made["role"],
            logsConfig={
                "cloudWatchLogs": {"status": "ENABLED" if good else "DISABLED"},
                "s3Logs": {"status": "DISABLED"},
            },
        )


def emr(account):
    account.client("emr").run_job_flow(
        Name="crunch",
        ReleaseLabel="emr-6.15.0",
        Instances={
            "InstanceGroups": [
                {
                    "Name": "head",
                    "InstanceRole": "MASTER",
                    "InstanceType": "m5.xlarge",
                    "InstanceCount": 1,
                }
            ],
            "Ec2SubnetId": account.made["subnets"][0],
            "KeepJobFlowAliveWhenNoSteps": True,
        },
        JobFlowRole="EMR_EC2_DefaultRole",
        ServiceRole="EMR_DefaultRole",
    )
    for cluster in account.client("emr").list_clusters()["Clusters"]:
        account.named(cluster["Id"], "crunch")
    account.client("emr").put_block_public_access_configuration(
        BlockPublicAccessConfiguration={"BlockPublicSecurityGroupRules": True}
    )


def sagemaker(account):
    learning = account.client("sagemaker")
    for name, good in (("good-notebook", True), ("bad-notebook", False)):
        learning.create_notebook_instance(
            NotebookInstanceName=name,
            InstanceType="ml.t3.medium",
            RoleArn=account.made["role"],
            DirectInternetAccess="Disabled" if good else "Enabled",
            RootAccess="Disabled" if good else "Enabled",
            **(
                {
                    "SubnetId": account.made["subnets"][0],
                    "SecurityGroupIds": [account.made["group"]],
                    "KmsKeyId": account.made["good-key"],
                }
                if good
                else {}
            ),
        )
        model = name.replace("notebook", "model")
        learning.create_model(
            ModelName=model,
            ExecutionRoleArn=account.made["role"],
            PrimaryContainer={"Image": "image"},
            EnableNetworkIsolation=good,
            **(
                {
                    "VpcConfig": {
                        "Subnets": account.made["subnets"],
                        "SecurityGroupIds": [account.made["group"]],
                    }
                }
                if good
                else {}
            ),
        )
        learning.create_endpoint_config(
            EndpointConfigName=name.replace("notebook", "endpoint"),
            ProductionVariants=[
                {
                    "VariantName": "one",
                    "ModelName": model,
                    "InitialInstanceCount": 2 if good else 1,
                    "InstanceType": "ml.m5.large",
                }
            ],
            **({"KmsKeyId": account.made["good-key"]} if good else {}),
        )


fills = [awslambda, ecr, ecs, eks, autoscaling, codebuild, emr, sagemaker]
