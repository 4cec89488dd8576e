import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_integration_cloudwatch_logs',
  title: 'Neptune cluster sends its audit log to CloudWatch',
  description:
    'Reads which logs each Neptune cluster exports to CloudWatch Logs, and whether the audit log, which holds every query with its sender, is among them.',
  risk: 'Who asked the graph for what can be seen only on its instances, for a short time, and by nobody who watches.',
  decision:
    'Passes when the audit log is exported. Fails when it is not, also when only slow queries are. Whether the parameter neptune_enable_audit_log makes the engine write that log is not read.',
  fix: {
    text: 'Export the audit log of the cluster, and turn the log on in its parameter group.',
    console: [
      'Open Amazon Neptune, choose Parameter groups, and set neptune_enable_audit_log to 1 in the cluster’s group.',
      'Choose Databases, then the cluster, and choose Modify.',
      'Under Log exports, tick Audit log, choose Continue and Apply immediately.',
      'Restart the instances so that the parameter takes effect.',
    ],
    cli: 'aws neptune modify-db-cluster --db-cluster-identifier <cluster> --cloudwatch-logs-export-configuration \'{"EnableLogTypes":["audit"]}\'',
    terraform: `resource "aws_neptune_cluster" "friends" {
  cluster_identifier             = "friends"
  engine                         = "neptune"
  enable_cloudwatch_logs_exports = ["audit", "slowquery"]
}`,
  },
  source: 'https://docs.aws.amazon.com/neptune/latest/userguide/cloudwatch-logs.html',
  links: ['https://docs.aws.amazon.com/neptune/latest/userguide/auditing.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, exported_logs: logs }) =>
    logs.includes('audit')
      ? pass(`The Neptune cluster ${name} sends its audit log to CloudWatch.`)
      : fail(`The Neptune cluster ${name} does not send its audit log to CloudWatch.`),
})
