import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_audit_logging',
  title: 'Cluster writes an audit log',
  description:
    'Asks each cluster whether it delivers its logs of connections and users, and where to.',
  risk: 'Nobody can tell afterwards who signed in to the warehouse, from where, and what they changed.',
  decision:
    'Passes when audit logging is on, to S3 or to CloudWatch, whichever logs are chosen. Fails when it is off. Whether the last delivery succeeded is not judged. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on audit logging to CloudWatch or to a bucket.',
    console: [
      'Open Amazon Redshift, choose Clusters, and choose the cluster.',
      'On the tab Properties, under Database configurations, choose Edit and Edit audit logging.',
      'Choose Turn on, choose CloudWatch or an S3 bucket and the logs, and choose Save changes.',
      'For the log of user activity, set enable_user_activity_logging to true in the parameter group.',
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
      ? pass(
          `The cluster ${name} delivers its audit log to ${destination === 's3' ? 'S3' : 'CloudWatch'}.`,
        )
      : fail(`The cluster ${name} delivers no audit log.`)
  },
})
