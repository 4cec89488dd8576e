import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'kafka_cluster_enhanced_monitoring_enabled',
  title: 'Cluster is monitored more closely than by default',
  description: 'Reads the level of monitoring that each provisioned cluster sends to CloudWatch.',
  risk: 'One broker or topic that fills up or falls behind is lost in the averages of the whole cluster.',
  decision:
    'Passes when the level is PER_BROKER or finer, fails when it is DEFAULT. Serverless clusters, and those that are being created or deleted, have no verdict; an answer without the level gives a gap in coverage.',
  fix: {
    text: 'Set the level to PER_BROKER or finer.',
    console: [
      'Open Amazon MSK, choose Clusters, and choose the cluster.',
      'On the tab Properties, under Monitoring, choose Edit.',
      'Choose Enhanced broker-level monitoring or finer, and choose Save changes.',
      'For the command, put OpenMonitoring and LoggingInfo as describe-cluster shows them into the files, so that neither is lost; leave out what the cluster does not have.',
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
      ? fail(`The cluster ${name} is monitored by default only.`)
      : pass(`The cluster ${name} is monitored at the level ${level}.`)
  },
})
