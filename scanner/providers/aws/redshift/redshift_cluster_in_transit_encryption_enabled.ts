import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'redshift_cluster_in_transit_encryption_enabled',
  title: 'Redshift cluster requires TLS for connections',
  description:
    'Reads the parameter require_ssl in the parameter group of each cluster and whether the cluster has applied it.',
  risk: 'Clients that connect without TLS send passwords and receive rows in plaintext.',
  decision:
    'Passes if require_ssl is true and the cluster reports it as in-sync. Fails if it is false, which is the value in older default groups. Fails if it is true, but waits for a restart or is in any other state. A parameter without a state is reported as a coverage gap. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Set require_ssl to true in the cluster’s parameter group.',
    console: [
      'Open Amazon Redshift and choose Configurations, then Workload management.',
      'Choose the cluster’s parameter group. A default group cannot be changed, so create a custom group and assign it to the cluster.',
      'On the Parameters tab, choose Edit parameters, set require_ssl to true, and choose Save.',
      'Reboot the cluster at a time with little load.',
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
    if (requires_ssl === 'yes') return pass(`Cluster ${name} requires TLS for connections.`)
    if (requires_ssl === 'no') return fail(`Cluster ${name} accepts connections without TLS.`)
    return requires_ssl === 'after a restart'
      ? fail(`Cluster ${name} has require_ssl set to true, but needs a restart to apply it.`)
      : fail(`Cluster ${name} has require_ssl set to true, but has not applied it.`)
  },
})
