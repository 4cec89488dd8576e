import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import groupCapacityRebalanceEnabled from './autoscaling_group_capacity_rebalance_enabled.ts'
import groupElbHealthCheckEnabled from './autoscaling_group_elb_health_check_enabled.ts'
import groupLaunchConfigurationNoPublicIp from './autoscaling_group_launch_configuration_no_public_ip.ts'
import groupLaunchConfigurationRequiresImdsv2 from './autoscaling_group_launch_configuration_requires_imdsv2.ts'
import groupMultipleAz from './autoscaling_group_multiple_az.ts'
import groupMultipleInstanceTypes from './autoscaling_group_multiple_instance_types.ts'
import groupUsingEc2LaunchTemplate from './autoscaling_group_using_ec2_launch_template.ts'
import { collect } from './collect.ts'
import type { AutoScaling } from './resources.ts'

export default service<AutoScaling, Aws>({
  name: 'autoscaling',
  scope: 'regional',
  kinds: {
    groups: { list: ['autoscaling:DescribeAutoScalingGroups'], fields: {} },
    launchConfigurations: { list: ['autoscaling:DescribeLaunchConfigurations'], fields: {} },
  },
  collect,
  checks: [
    groupCapacityRebalanceEnabled,
    groupElbHealthCheckEnabled,
    groupLaunchConfigurationNoPublicIp,
    groupLaunchConfigurationRequiresImdsv2,
    groupMultipleAz,
    groupMultipleInstanceTypes,
    groupUsingEc2LaunchTemplate,
  ],
})
