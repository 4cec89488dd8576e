import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_enhanced_monitoring_enabled',
  title: 'MSK cluster has enhanced monitoring enabled',
  description: 'Reads the monitoring level of each provisioned cluster in CloudWatch.',
  risk: 'Problems of a single broker or topic, such as a full disk or high lag, are not visible in the cluster averages.',
  decision:
    'Passes if the level is PER_BROKER or more detailed. Fails if it is DEFAULT. Serverless clusters, and clusters that are being created or deleted, give no finding. A response without the level gives a gap in coverage.',
  fix: {
    text: 'Set the monitoring level to PER_BROKER or more detailed.',
    console: [
      'Open Amazon MSK, choose Clusters, and choose the cluster.',
      'On the Properties tab, under Monitoring, choose Edit.',
      'Choose Enhanced broker-level monitoring or a more detailed level, and choose Save changes.',
      'For the command, put OpenMonitoring and LoggingInfo from describe-cluster into the files for --open-monitoring and --logging-info, so that neither is lost. Omit the argument, and the file, for settings that the cluster does not have.',
    ],
    cli: 'aws kafka update-monitoring --cluster-arn <cluster> --current-version <version> --enhanced-monitoring PER_BROKER --open-monitoring file://prometheus.json --logging-info file://logs.json',
    terraform: `resource "aws_msk_cluster" "orders" {
  cluster_name           = "orders"
  kafka_version          = "3.8.x"
  number_of_broker_nodes = 3
  enhanced_monitoring    = "PER_BROKER"

  broker_node_group_info {
    instance_type   = "kafka.m7g.large"
    client_subnets  = aws_subnet.private[*].id
    security_groups = [aws_security_group.kafka.id]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/msk/latest/developerguide/monitoring.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/msk-controls.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, state, brokers }) => {
    if (isPassing(state) || !brokers) return []
    const level = known(brokers.monitoring)
    return level === 'DEFAULT'
      ? fail(`The cluster ${name} has only the DEFAULT monitoring level.`)
      : pass(`The cluster ${name} has the monitoring level ${level}.`)
  },
})
