import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_audit_logging',
  title: 'Redshift cluster has audit logging enabled',
  description:
    'Reads whether audit logging is on for each cluster, and the destination of the logs.',
  risk: 'Without audit logs, there is no record of who connected to the data warehouse, from where, and what they changed.',
  decision:
    'Passes if audit logging to S3 or CloudWatch is on, with any log types. Fails if it is off. The check does not read whether the last delivery succeeded. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn on audit logging to CloudWatch or to an S3 bucket.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'On the Properties tab, under Database configurations, choose Edit and Edit audit logging.',
      'Choose Turn on, choose CloudWatch or an S3 bucket and the logs, and choose Save changes.',
      'For the user activity log, set enable_user_activity_logging to true in the parameter group.',
    ],
    cli: 'aws redshift enable-logging --cluster-identifier <cluster> --log-destination-type cloudwatch --log-exports connectionlog userlog useractivitylog',
    terraform: `resource "aws_redshift_logging" "reports" {
  cluster_identifier   = aws_redshift_cluster.reports.id
  log_destination_type = "cloudwatch"
  log_exports          = ["connectionlog", "userlog", "useractivitylog"]
}`,
  },
  source: 'https://docs.aws.amazon.com/redshift/latest/mgmt/db-auditing.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/redshift-controls.html'],
  over: 'clusters',
  needs: ['logging'],
  judge: ({ name, status, logging: { enabled, destination } }) => {
    if (isPassing(status)) return []
    return enabled
      ? pass(`Cluster ${name} sends audit logs to ${destination === 's3' ? 'S3' : 'CloudWatch'}.`)
      : fail(`Cluster ${name} has audit logging off.`)
  },
})
