import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_in_transit_encryption_enabled',
  title: 'Cluster accepts connections over TLS only',
  description:
    'Reads the parameter require_ssl in the parameter group of each cluster and whether it is in force.',
  risk: 'Clients that connect without TLS send their password and read their rows in the open.',
  decision:
    'Passes when require_ssl is true and the cluster reports it as in-sync. Fails when it is false, which is how older default groups come, and when it is true but waits for a restart or is applied in any other state. Without a state there is no verdict but a gap in coverage. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Set require_ssl to true in the cluster’s parameter group.',
    console: [
      'Open Amazon Redshift and choose Configurations, then Workload management.',
      'Choose the cluster’s parameter group; a default group cannot be changed, so make one of your own and give it to the cluster.',
      'On the tab Parameters choose Edit parameters, set require_ssl to true, and choose Save.',
      'Reboot the cluster in a quiet hour.',
    ],
    cli: 'aws redshift modify-cluster-parameter-group --parameter-group-name <group> --parameters ParameterName=require_ssl,ParameterValue=true',
    terraform: `resource "aws_redshift_parameter_group" "reports" {
  name   = "reports"
  family = "redshift-1.0"

  parameter {
    name  = "require_ssl"
    value = "true"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/redshift/latest/mgmt/connecting-ssl-support.html',
  links: ['https://docs.aws.amazon.com/redshift/latest/mgmt/working-with-parameter-groups.html'],
  over: 'clusters',
  needs: ['requires_ssl'],
  judge: ({ name, status, requires_ssl }) => {
    if (isPassing(status)) return []
    if (requires_ssl === 'yes')
      return pass(`The cluster ${name} accepts connections over TLS only.`)
    if (requires_ssl === 'no') return fail(`The cluster ${name} accepts connections without TLS.`)
    return requires_ssl === 'after a restart'
      ? fail(`The cluster ${name} will accept connections over TLS only after a restart.`)
      : fail(`The cluster ${name} has not applied its setting to accept connections over TLS only.`)
  },
})
