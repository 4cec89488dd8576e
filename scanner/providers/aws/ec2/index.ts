import { service } from '../../../kit/index.ts'
import { backupPlanActions } from '../backup-plans.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import amiAccountBlockPublicAccess from './ec2_ami_account_block_public_access.ts'
import amiPublic from './ec2_ami_public.ts'
import clientVpnEndpointConnectionLoggingEnabled from './ec2_client_vpn_endpoint_connection_logging_enabled.ts'
import confidentialWorkloadHostImdsv2NotEnforced from './ec2_confidential_workload_host_imdsv2_not_enforced.ts'
import confidentialWorkloadHostNotRunning from './ec2_confidential_workload_host_not_running.ts'
import confidentialWorkloadHostPublicIp from './ec2_confidential_workload_host_public_ip.ts'
import confidentialWorkloadHostUnrestrictedIngress from './ec2_confidential_workload_host_unrestricted_ingress.ts'
import confidentialWorkloadHostVsockProxyExposed from './ec2_confidential_workload_host_vsock_proxy_exposed.ts'
import ebsDefaultEncryption from './ec2_ebs_default_encryption.ts'
import ebsPublicSnapshot from './ec2_ebs_public_snapshot.ts'
import ebsSnapshotAccountBlockPublicAccess from './ec2_ebs_snapshot_account_block_public_access.ts'
import ebsSnapshotsEncrypted from './ec2_ebs_snapshots_encrypted.ts'
import ebsVolumeEncryption from './ec2_ebs_volume_encryption.ts'
import ebsVolumeProtectedByBackupPlan from './ec2_ebs_volume_protected_by_backup_plan.ts'
import ebsVolumeSnapshotsExists from './ec2_ebs_volume_snapshots_exists.ts'
import elasticIpUnassigned from './ec2_elastic_ip_unassigned.ts'
import instanceAccountImdsv2Enabled from './ec2_instance_account_imdsv2_enabled.ts'
import instanceDetailedMonitoringEnabled from './ec2_instance_detailed_monitoring_enabled.ts'
import instanceImdsv2Enabled from './ec2_instance_imdsv2_enabled.ts'
import instanceInternetFacingWithInstanceProfile from './ec2_instance_internet_facing_with_instance_profile.ts'
import instanceManagedBySsm from './ec2_instance_managed_by_ssm.ts'
import instanceOlderThanSpecificDays from './ec2_instance_older_than_specific_days.ts'
import instanceParavirtualType from './ec2_instance_paravirtual_type.ts'
import instancePortCassandraExposedToInternet from './ec2_instance_port_cassandra_exposed_to_internet.ts'
import instancePortCifsExposedToInternet from './ec2_instance_port_cifs_exposed_to_internet.ts'
import instancePortElasticsearchKibanaExposedToInternet from './ec2_instance_port_elasticsearch_kibana_exposed_to_internet.ts'
import instancePortFtpExposedToInternet from './ec2_instance_port_ftp_exposed_to_internet.ts'
import instancePortKafkaExposedToInternet from './ec2_instance_port_kafka_exposed_to_internet.ts'
import instancePortKerberosExposedToInternet from './ec2_instance_port_kerberos_exposed_to_internet.ts'
import instancePortLdapExposedToInternet from './ec2_instance_port_ldap_exposed_to_internet.ts'
import instancePortMemcachedExposedToInternet from './ec2_instance_port_memcached_exposed_to_internet.ts'
import instancePortMongodbExposedToInternet from './ec2_instance_port_mongodb_exposed_to_internet.ts'
import instancePortMysqlExposedToInternet from './ec2_instance_port_mysql_exposed_to_internet.ts'
import instancePortOracleExposedToInternet from './ec2_instance_port_oracle_exposed_to_internet.ts'
import instancePortPostgresqlExposedToInternet from './ec2_instance_port_postgresql_exposed_to_internet.ts'
import instancePortRdpExposedToInternet from './ec2_instance_port_rdp_exposed_to_internet.ts'
import instancePortRedisExposedToInternet from './ec2_instance_port_redis_exposed_to_internet.ts'
import instancePortSqlserverExposedToInternet from './ec2_instance_port_sqlserver_exposed_to_internet.ts'
import instancePortSshExposedToInternet from './ec2_instance_port_ssh_exposed_to_internet.ts'
import instancePortTelnetExposedToInternet from './ec2_instance_port_telnet_exposed_to_internet.ts'
import instanceProfileAttached from './ec2_instance_profile_attached.ts'
import instancePublicIp from './ec2_instance_public_ip.ts'
import instanceStoppedOlderThanSpecificDays from './ec2_instance_stopped_older_than_specific_days.ts'
import instanceUsesSingleEni from './ec2_instance_uses_single_eni.ts'
import instanceWithOutdatedAmi from './ec2_instance_with_outdated_ami.ts'
import launchTemplateImdsv2Required from './ec2_launch_template_imdsv2_required.ts'
import launchTemplateNoPublicIp from './ec2_launch_template_no_public_ip.ts'
import networkaclAllowIngressAnyPort from './ec2_networkacl_allow_ingress_any_port.ts'
import networkaclAllowIngressTcpPort22 from './ec2_networkacl_allow_ingress_tcp_port_22.ts'
import networkaclAllowIngressTcpPort3389 from './ec2_networkacl_allow_ingress_tcp_port_3389.ts'
import networkaclUnused from './ec2_networkacl_unused.ts'
import securitygroupAllowIngressFromInternetToAllPorts from './ec2_securitygroup_allow_ingress_from_internet_to_all_ports.ts'
import securitygroupAllowIngressFromInternetToAnyPort from './ec2_securitygroup_allow_ingress_from_internet_to_any_port.ts'
import securitygroupAllowIngressFromInternetToAnyPortFromIp from './ec2_securitygroup_allow_ingress_from_internet_to_any_port_from_ip.ts'
import securitygroupAllowIngressFromInternetToHighRiskTcpPorts from './ec2_securitygroup_allow_ingress_from_internet_to_high_risk_tcp_ports.ts'
import securitygroupAllowIngressFromInternetToTcpPort22 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_22.ts'
import securitygroupAllowIngressFromInternetToTcpPort3389 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_3389.ts'
import securitygroupAllowIngressFromInternetToTcpPortCassandra719991608888 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_cassandra_7199_9160_8888.ts'
import securitygroupAllowIngressFromInternetToTcpPortElasticsearchKibana920093005601 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_elasticsearch_kibana_9200_9300_5601.ts'
import securitygroupAllowIngressFromInternetToTcpPortFtp2021 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_ftp_20_21.ts'
import securitygroupAllowIngressFromInternetToTcpPortKafka9092 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_kafka_9092.ts'
import securitygroupAllowIngressFromInternetToTcpPortMemcached11211 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_memcached_11211.ts'
import securitygroupAllowIngressFromInternetToTcpPortMongodb2701727018 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_mongodb_27017_27018.ts'
import securitygroupAllowIngressFromInternetToTcpPortMysql3306 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_mysql_3306.ts'
import securitygroupAllowIngressFromInternetToTcpPortOracle15212483 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_oracle_1521_2483.ts'
import securitygroupAllowIngressFromInternetToTcpPortPostgres5432 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_postgres_5432.ts'
import securitygroupAllowIngressFromInternetToTcpPortRedis6379 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_redis_6379.ts'
import securitygroupAllowIngressFromInternetToTcpPortSqlServer14331434 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_sql_server_1433_1434.ts'
import securitygroupAllowIngressFromInternetToTcpPortTelnet23 from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_telnet_23.ts'
import securitygroupAllowWideOpenPublicIpv4 from './ec2_securitygroup_allow_wide_open_public_ipv4.ts'
import securitygroupDefaultRestrictTraffic from './ec2_securitygroup_default_restrict_traffic.ts'
import securitygroupFromLaunchWizard from './ec2_securitygroup_from_launch_wizard.ts'
import securitygroupNotUsed from './ec2_securitygroup_not_used.ts'
import securitygroupWithManyIngressEgressRules from './ec2_securitygroup_with_many_ingress_egress_rules.ts'
import transitgatewayAutoAcceptVpcAttachments from './ec2_transitgateway_auto_accept_vpc_attachments.ts'
import type { Ec2 } from './resources.ts'

export default service<Ec2, Aws>({
  name: 'ec2',
  scope: 'regional',
  kinds: {
    settings: {
      list: [],
      fields: {
        ebs_encryption: ['ec2:GetEbsEncryptionByDefault'],
        snapshot_block: ['ec2:GetSnapshotBlockPublicAccessState'],
        image_block: ['ec2:GetImageBlockPublicAccessState'],
        metadata_tokens: ['ec2:GetInstanceMetadataDefaults'],
      },
    },
    prefixLists: {
      list: ['ec2:DescribeManagedPrefixLists'],
      fields: { ranges: ['ec2:GetManagedPrefixListEntries'] },
    },
    subnets: { list: ['ec2:DescribeSubnets'], fields: { internet: ['ec2:DescribeRouteTables'] } },
    securityGroups: {
      list: ['ec2:DescribeSecurityGroups'],
      fields: {
        ingress: [],
        egress: [],
        attachments: ['ec2:DescribeNetworkInterfaces'],
        templates: ['ec2:DescribeLaunchTemplateVersions'],
        functions: ['lambda:ListFunctions'],
        referrers: ['ec2:DescribeSecurityGroups'],
      },
    },
    networkAcls: { list: ['ec2:DescribeNetworkAcls'], fields: { entries: [] } },
    addresses: { list: ['ec2:DescribeAddresses'], fields: {} },
    instances: {
      list: ['ec2:DescribeInstances'],
      fields: {
        image: ['ec2:DescribeImages'],
        interfaces: [],
        metadata: [],
        profile: [],
        monitoring: [],
        launched_at: [],
        virtualization: [],
        enclaves: [],
        managed: ['ssm:DescribeInstanceInformation'],
        backup: backupPlanActions,
      },
    },
    launchTemplates: {
      list: ['ec2:DescribeLaunchTemplates'],
      fields: { version: ['ec2:DescribeLaunchTemplateVersions'] },
    },
    images: { list: ['ec2:DescribeImages'], fields: { public: [] } },
    volumes: {
      list: ['ec2:DescribeVolumes'],
      fields: { encrypted: [], backup: backupPlanActions },
    },
    snapshots: {
      list: ['ec2:DescribeSnapshots'],
      fields: { encrypted: [], shared_with: ['ec2:DescribeSnapshotAttribute'] },
      cap: 'max_ebs_snapshots',
    },
    transitGateways: { list: ['ec2:DescribeTransitGateways'], fields: { auto_accept: [] } },
    clientVpnEndpoints: {
      list: ['ec2:DescribeClientVpnEndpoints'],
      fields: { connection_log: [] },
    },
  },
  collect,
  checks: [
    amiAccountBlockPublicAccess,
    amiPublic,
    clientVpnEndpointConnectionLoggingEnabled,
    confidentialWorkloadHostImdsv2NotEnforced,
    confidentialWorkloadHostNotRunning,
    confidentialWorkloadHostPublicIp,
    confidentialWorkloadHostUnrestrictedIngress,
    confidentialWorkloadHostVsockProxyExposed,
    ebsDefaultEncryption,
    ebsPublicSnapshot,
    ebsSnapshotAccountBlockPublicAccess,
    ebsSnapshotsEncrypted,
    ebsVolumeEncryption,
    ebsVolumeProtectedByBackupPlan,
    ebsVolumeSnapshotsExists,
    elasticIpUnassigned,
    instanceAccountImdsv2Enabled,
    instanceDetailedMonitoringEnabled,
    instanceImdsv2Enabled,
    instanceInternetFacingWithInstanceProfile,
    instanceManagedBySsm,
    instanceOlderThanSpecificDays,
    instanceParavirtualType,
    instancePortCassandraExposedToInternet,
    instancePortCifsExposedToInternet,
    instancePortElasticsearchKibanaExposedToInternet,
    instancePortFtpExposedToInternet,
    instancePortKafkaExposedToInternet,
    instancePortKerberosExposedToInternet,
    instancePortLdapExposedToInternet,
    instancePortMemcachedExposedToInternet,
    instancePortMongodbExposedToInternet,
    instancePortMysqlExposedToInternet,
    instancePortOracleExposedToInternet,
    instancePortPostgresqlExposedToInternet,
    instancePortRdpExposedToInternet,
    instancePortRedisExposedToInternet,
    instancePortSqlserverExposedToInternet,
    instancePortSshExposedToInternet,
    instancePortTelnetExposedToInternet,
    instanceProfileAttached,
    instancePublicIp,
    instanceStoppedOlderThanSpecificDays,
    instanceUsesSingleEni,
    instanceWithOutdatedAmi,
    launchTemplateImdsv2Required,
    launchTemplateNoPublicIp,
    networkaclAllowIngressAnyPort,
    networkaclAllowIngressTcpPort22,
    networkaclAllowIngressTcpPort3389,
    networkaclUnused,
    securitygroupAllowIngressFromInternetToAllPorts,
    securitygroupAllowIngressFromInternetToAnyPort,
    securitygroupAllowIngressFromInternetToAnyPortFromIp,
    securitygroupAllowIngressFromInternetToHighRiskTcpPorts,
    securitygroupAllowIngressFromInternetToTcpPort22,
    securitygroupAllowIngressFromInternetToTcpPort3389,
    securitygroupAllowIngressFromInternetToTcpPortCassandra719991608888,
    securitygroupAllowIngressFromInternetToTcpPortElasticsearchKibana920093005601,
    securitygroupAllowIngressFromInternetToTcpPortFtp2021,
    securitygroupAllowIngressFromInternetToTcpPortKafka9092,
    securitygroupAllowIngressFromInternetToTcpPortMemcached11211,
    securitygroupAllowIngressFromInternetToTcpPortMongodb2701727018,
    securitygroupAllowIngressFromInternetToTcpPortMysql3306,
    securitygroupAllowIngressFromInternetToTcpPortOracle15212483,
    securitygroupAllowIngressFromInternetToTcpPortPostgres5432,
    securitygroupAllowIngressFromInternetToTcpPortRedis6379,
    securitygroupAllowIngressFromInternetToTcpPortSqlServer14331434,
    securitygroupAllowIngressFromInternetToTcpPortTelnet23,
    securitygroupAllowWideOpenPublicIpv4,
    securitygroupDefaultRestrictTraffic,
    securitygroupFromLaunchWizard,
    securitygroupNotUsed,
    securitygroupWithManyIngressEgressRules,
    transitgatewayAutoAcceptVpcAttachments,
  ],
})
