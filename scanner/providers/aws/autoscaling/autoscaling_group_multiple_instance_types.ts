import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_multiple_instance_types',
  title: 'Auto Scaling group uses multiple instance types in multiple Availability Zones',
  description: 'Reads the instance types and the number of Availability Zones of each group.',
  risk: 'If the only instance type is unavailable in the only zone, which is more likely at times of high demand, the group cannot scale out.',
  decision:
    'Passes if the mixed instances policy has at least two types, or selects instances by attributes, and the group is in at least two zones. Fails otherwise. Groups that are being deleted give no finding.',
  fix: {
    text: 'Add a mixed instances policy with several types and subnets in several zones to the group.',
    console: [
      'Open EC2, choose Auto Scaling Groups, and choose the group.',
      'On the Details tab, under Launch template or Instance type requirements, choose Edit, and choose Override launch template.',
      'Add instance types or requirements, and choose Update.',
      'In the file for --mixed-instances-policy, set the launch template and at least two instance types under Overrides. If describe-auto-scaling-groups returns a MixedInstancesPolicy for the group, start with its content.',
    ],
    cli: 'aws autoscaling update-auto-scaling-group --auto-scaling-group-name <group> --mixed-instances-policy file://mixed-instances-policy.json',
    terraform: `resource "aws_autoscaling_group" "web" {
  name                = "web"
  min_size            = 2
  max_size            = 6
  vpc_zone_identifier = [aws_subnet.private_a.id, aws_subnet.private_b.id]

  mixed_instances_policy {
    launch_template {
      launch_template_specification {
        launch_template_id = aws_launch_template.web.id
      }
      override {
        instance_type = "m7g.large"
      }
      override {
        instance_type = "m6g.large"
      }
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-mixed-instances-groups.html',
  over: 'groups',
  needs: [],
  judge: ({ name, mixed, zones }) => {
    const several = (mixed?.by_requirements ?? false) || (mixed?.types.length ?? 0) > 1
    const spread = new Set(zones).size > 1
    if (several && spread)
      return pass(
        `The Auto Scaling group ${name} can launch several instance types in several zones.`,
      )
    const lacks = [several ? [] : ['one instance type'], spread ? [] : ['one zone']]
      .flat()
      .join(' and ')
    return fail(`The Auto Scaling group ${name} is limited to ${lacks}.`)
  },
})
