"""What other parts stand in, and what stands at the edge: subnets, balancers, gateways, names."""

import json


def vpc(account):
    ec2 = account.client("ec2")
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    subnets = [
        ec2.create_subnet(
            VpcId=vpc, CidrBlock=f"10.0.{at}.0/24", AvailabilityZone=f"us-east-1{zone}"
        )["Subnet"]["SubnetId"]
        for at, zone in enumerate("ab")
    ]
    group = ec2.create_security_group(GroupName="web", Description="web", VpcId=vpc)["GroupId"]
    gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
    account.made.update(vpc=vpc, subnets=subnets, group=group)


def buckets(account):
    s3 = account.client("s3")
    s3.create_bucket(Bucket="moto-account-logs")


def elb(account):
    elb = account.client("elb")
    good, bad = "good-classic", "bad-classic"
    iam = account.client("iam")
    certificate = iam.upload_server_certificate(
        ServerCertificateName="own", CertificateBody="body", PrivateKey="key"
    )["ServerCertificateMetadata"]["Arn"]
    acm = account.client("acm").request_certificate(DomainName="classic.plumbline.example")
    for name, listener, zones in (
        (good, {"Protocol": "HTTPS", "SSLCertificateId": acm["CertificateArn"]}, ["a", "b"]),
        (bad, {"Protocol": "HTTP"}, ["a"]),
        ("own-certificate", {"Protocol": "HTTPS", "SSLCertificateId": certificate}, ["a"]),
    ):
        port = 443 if listener["Protocol"] == "HTTPS" else 80
        elb.create_load_balancer(
            LoadBalancerName=name,
            Listeners=[{"LoadBalancerPort": port, "InstancePort": 8080, **listener}],
            AvailabilityZones=[f"us-east-1{zone}" for zone in zones],
        )
    for name, version in ((good, "1.2"), ("own-certificate", "1")):
        elb.create_load_balancer_policy(
            LoadBalancerName=name,
            PolicyName="handshake",
            PolicyTypeName="SSLNegotiationPolicyType",
            PolicyAttributes=[
                {"AttributeName": f"Protocol-TLSv{version}", "AttributeValue": "true"},
                {"AttributeName": "ECDHE-RSA-AES128-GCM-SHA256", "AttributeValue": "true"},
            ],
        )
        elb.set_load_balancer_policies_of_listener(
            LoadBalancerName=name, LoadBalancerPort=443, PolicyNames=["handshake"]
        )
    elb.modify_load_balancer_attributes(
        LoadBalancerName=good,
        LoadBalancerAttributes={
            "CrossZoneLoadBalancing": {"Enabled": True},
            "ConnectionDraining": {"Enabled": True, "Timeout": 60},
            "AccessLog": {
                "Enabled": True,
                "S3BucketName": "moto-account-logs",
                "EmitInterval": 5,
            },
        },
    )
    account.named(acm["CertificateArn"].split("/")[-1], "classic-certificate")


def elbv2(account):
    elbv2 = account.client("elbv2")
    certificate = account.client("acm").request_certificate(
        DomainName="balanced.plumbline.example"
    )["CertificateArn"]
    account.named(certificate.split("/")[-1], "balanced-certificate")
    subnets = account.made["subnets"]
    for name, kind, policy in (
        ("good-app", "application", "ELBSecurityPolicy-TLS13-1-2-2021-06"),
        ("bad-app", "application", "ELBSecurityPolicy-2016-08"),
        ("bad-network", "network", None),
    ):
        balancer = elbv2.create_load_balancer(
            Name=name, Type=kind, Subnets=subnets, Scheme="internet-facing"
        )["LoadBalancers"][0]["LoadBalancerArn"]
        account.named(balancer.split("/")[-1], name)
        account.made[name] = balancer
        if not policy:
            continue  # its listener comes below, when there is a target for TCP
        target = elbv2.create_target_group(
            Name=name, Protocol="HTTP", Port=80, VpcId=account.made["vpc"]
        )["TargetGroups"][0]["TargetGroupArn"]
        account.made["target"] = target
        forward = [{"Type": "forward", "TargetGroupArn": target}]
        elbv2.create_listener(
            LoadBalancerArn=balancer,
            Protocol="HTTPS",
            Port=443,
            SslPolicy=policy,
            Certificates=[{"CertificateArn": certificate}],
            DefaultActions=forward,
        )
        redirect = [
            {"Type": "redirect", "RedirectConfig": {"Protocol": "HTTPS", "StatusCode": "HTTP_301"}}
        ]
        elbv2.create_listener(
            LoadBalancerArn=balancer,
            Protocol="HTTP",
            Port=80,
            DefaultActions=redirect if name == "good-app" else forward,
        )
    elbv2.modify_load_balancer_attributes(
        LoadBalancerArn=account.made["good-app"],
        Attributes=[
            {"Key": "routing.http.drop_invalid_header_fields.enabled", "Value": "true"},
            {"Key": "deletion_protection.enabled", "Value": "true"},
            {"Key": "access_logs.s3.enabled", "Value": "true"},
            {"Key": "access_logs.s3.bucket", "Value": "moto-account-logs"},
        ],
    )
    target = elbv2.create_target_group(
        Name="bad-network", Protocol="TCP", Port=80, VpcId=account.made["vpc"]
    )["TargetGroups"][0]["TargetGroupArn"]
    elbv2.create_listener(
        LoadBalancerArn=account.made["bad-network"],
        Protocol="TCP",
        Port=80,
        DefaultActions=[{"Type": "forward", "TargetGroupArn": target}],
    )
    # AWS tells of these where nobody set them, too.
    for name, attributes in (
        ("good-app", {"routing.http.desync_mitigation_mode": "defensive"}),
        (
            "bad-app",
            {
                "routing.http.desync_mitigation_mode": "monitor",
                "routing.http.drop_invalid_header_fields.enabled": "false",
                "access_logs.s3.enabled": "false",
            },
        ),
        ("bad-network", {"access_logs.s3.enabled": "false"}),
    ):
        elbv2.modify_load_balancer_attributes(
            LoadBalancerArn=account.made[name],
            Attributes=[{"Key": key, "Value": value} for key, value in attributes.items()],
        )


def acm(account):
    import datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    acm = account.client("acm")
    now = datetime.datetime.now(datetime.timezone.utc)
    for name, days, bits in (("good-certificate", 300, 2048), ("bad-certificate", 2, 1024)):
        key = rsa.generate_private_key(65537, bits)
        subject = x509.Name(
            [x509.NameAttribute(x509.NameOID.COMMON_NAME, f"{name}.plumbline.example")]
        )
        certificate = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=30))
            .not_valid_after(now + datetime.timedelta(days=days))
            .sign(key, hashes.SHA256())
        )
        pem = serialization.Encoding.PEM
        arn = acm.import_certificate(
            Certificate=certificate.public_bytes(pem),
            PrivateKey=key.private_bytes(
                pem,
                serialization.PrivateFormat.TraditionalOpenSSL,
                serialization.NoEncryption(),
            ),
        )["CertificateArn"]
        account.named(arn.split("/")[-1], name)


def wafv2(account):
    waf = account.client("wafv2")
    seen = {"SampledRequestsEnabled": True, "CloudWatchMetricsEnabled": True, "MetricName": "m"}
    rule = {
        "Name": "rate",
        "Priority": 1,
        "Statement": {"RateBasedStatement": {"Limit": 1000, "AggregateKeyType": "IP"}},
        "Action": {"Block": {}},
        "VisibilityConfig": seen,
    }
    for name, scope, rules in (
        ("good-acl", "REGIONAL", [rule]),
        ("bad-acl", "REGIONAL", []),
        ("edge-acl", "CLOUDFRONT", []),
    ):
        made = waf.create_web_acl(
            Name=name,
            Scope=scope,
            DefaultAction={"Allow": {}},
            VisibilityConfig=seen,
            Rules=rules,
        )["Summary"]
        account.named(made["Id"], "id")
        account.made[name] = made["ARN"]
    waf.put_logging_configuration(
        LoggingConfiguration={
            "ResourceArn": account.made["good-acl"],
            "LogDestinationConfigs": [
                f"arn:aws:logs:us-east-1:{account.id}:log-group:aws-waf-logs-good"
            ],
        }
    )
    waf.associate_web_acl(
        WebACLArn=account.made["good-acl"], ResourceArn=account.made["good-app"]
    )


def networkfirewall(account):
    firewalls = account.client("network-firewall")
    for name, safe in (("good-firewall", True), ("bad-firewall", False)):
        policy = f"arn:aws:network-firewall:us-east-1:{account.id}:firewall-policy/{name}"
        firewalls.create_firewall(
            FirewallName=name,
            FirewallPolicyArn=policy,
            VpcId=account.made["vpc"],
            SubnetMappings=[
                {"SubnetId": subnet} for subnet in account.made["subnets"][: 2 if safe else 1]
            ],
            DeleteProtection=safe,
        )
    firewalls.update_logging_configuration(
        FirewallName="good-firewall",
        LoggingConfiguration={
            "LogDestinationConfigs": [
                {
                    "LogType": "FLOW",
                    "LogDestinationType": "CloudWatchLogs",
                    "LogDestination": {"logGroup": "good-group"},
                }
            ]
        },
    )


def route53(account):
    names = account.client("route53")
    for name in ("good", "bad"):
        zone = names.create_hosted_zone(Name=f"{name}.plumbline.example.", CallerReference=name)
        account.named(zone["HostedZone"]["Id"].split("/")[-1], f"{name}-zone")
        account.made[f"{name}-zone"] = zone["HostedZone"]["Id"].split("/")[-1]
    logs = account.client("logs")
    logs.create_log_group(logGroupName="/aws/route53/good")
    names.create_query_logging_config(
        HostedZoneId=account.made["good-zone"],
        CloudWatchLogsLogGroupArn=f"arn:aws:logs:us-east-1:{account.id}:log-group:/aws/route53/good:*",
    )


def cloudfront(account):
    """Without buckets as origins: moto lists them without their kind, and then the list is not an answer."""
    edge = account.client("cloudfront")
    for name, good in (("good", True), ("bad", False)):
        origin = {
            "Id": "origin",
            "DomainName": f"{name}-origin.plumbline.example",
            "CustomOriginConfig": {
                "HTTPPort": 80,
                "HTTPSPort": 443,
                "OriginProtocolPolicy": "https-only" if good else "http-only",
                "OriginSslProtocols": {"Quantity": 1, "Items": ["TLSv1.2"]},
            },
        }
        made = edge.create_distribution(
            DistributionConfig={
                "CallerReference": name,
                "Comment": name,
                "Enabled": True,
                "DefaultRootObject": "index.html" if good else "",
                "Origins": {"Quantity": 1, "Items": [origin]},
                "DefaultCacheBehavior": {
                    "TargetOriginId": "origin",
                    "ViewerProtocolPolicy": "redirect-to-https" if good else "allow-all",
                    "ForwardedValues": {"QueryString": False, "Cookies": {"Forward": "none"}},
                    "MinTTL": 0,
                    "FieldLevelEncryptionId": "F1ENCRYPTION" if good else "",
                },
                "Logging": {
                    "Enabled": good,
                    "IncludeCookies": False,
                    "Bucket": "moto-account-logs.s3.amazonaws.com" if good else "",
                    "Prefix": "",
                },
                "WebACLId": account.made["edge-acl"] if good else "",
                "Restrictions": {
                    "GeoRestriction": {"RestrictionType": "none", "Quantity": 0}
                    if not good
                    else {"RestrictionType": "whitelist", "Quantity": 1, "Items": ["DE"]}
                },
                "ViewerCertificate": {"CloudFrontDefaultCertificate": True}
                if not good
                else {
                    "CloudFrontDefaultCertificate": False,
                    "ACMCertificateArn": f"arn:aws:acm:us-east-1:{account.id}:certificate/1",
                    "SSLSupportMethod": "sni-only",
                    "MinimumProtocolVersion": "TLSv1.2_2021",
                },
            }
        )["Distribution"]
        account.named(made["Id"], f"{name}-distribution")


def apigateway(account):
    rest = account.client("apigateway")
    for name, good in (("good", True), ("bad", False)):
        api = rest.create_rest_api(
            name=name,
            endpointConfiguration={"types": ["PRIVATE" if good else "REGIONAL"]},
        )["id"]
        account.named(api, f"{name}-rest")
        if good:
            rest.create_authorizer(
                restApiId=api,
                name="who",
                type="COGNITO_USER_POOLS",
                providerARNs=[f"arn:aws:cognito-idp:us-east-1:{account.id}:userpool/us-east-1_1"],
                identitySource="method.request.header.Authorization",
            )
        root = rest.get_resources(restApiId=api)["items"][0]["id"]
        rest.put_method(
            restApiId=api,
            resourceId=root,
            httpMethod="GET",
            authorizationType="AWS_IAM" if good else "NONE",
        )
        rest.put_integration(
            restApiId=api,
            resourceId=root,
            httpMethod="GET",
            type="HTTP",
            integrationHttpMethod="GET",
            uri="https://plumbline.example",
        )
        rest.create_deployment(
            restApiId=api,
            stageName="live",
            variables={"stage": "live"} if good else {"key": "AKIA" + "IOSFODNN7QWERTYU"},
        )
        if good:
            account.client("wafv2").associate_web_acl(
                WebACLArn=account.made["good-acl"],
                ResourceArn=f"arn:aws:apigateway:us-east-1::/restapis/{api}/stages/live",
            )
            rest.update_stage(
                restApiId=api,
                stageName="live",
                patchOperations=[
                    {"op": "replace", "path": "/tracingEnabled", "value": "true"},
                    {"op": "replace", "path": "/*/*/logging/loglevel", "value": "ERROR"},
                    {"op": "replace", "path": "/*/*/caching/enabled", "value": "true"},
                    {"op": "replace", "path": "/*/*/caching/dataEncrypted", "value": "true"},
                    {"op": "replace", "path": "/cacheClusterEnabled", "value": "true"},
                    {"op": "replace", "path": "/cacheClusterSize", "value": "0.5"},
                ],
            )


def apigatewayv2(account):
    http = account.client("apigatewayv2")
    for name, good in (("good", True), ("bad", False)):
        api = http.create_api(Name=name, ProtocolType="HTTP")["ApiId"]
        account.named(api, f"{name}-http")
        http.create_route(
            ApiId=api, RouteKey="GET /", AuthorizationType="AWS_IAM" if good else "NONE"
        )
        extra = (
            {
                "AccessLogSettings": {
                    "DestinationArn": f"arn:aws:logs:us-east-1:{account.id}:log-group:http",
                    "Format": json.dumps({"id": "$context.requestId"}),
                }
            }
            if good
            else {}
        )
        http.create_stage(ApiId=api, StageName="live", **extra)


fills = [vpc, buckets, elb, elbv2, acm, wafv2, networkfirewall, route53, cloudfront, apigateway, apigatewayv2]
