import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_multiple_instance_types',
  title: 'Auto Scaling group may start several types in several zones',
  description: 'Reads which types of machines each group may start, and in how many zones.',
  risk: 'When the one type runs out in the one zone, which happens on the days of greatest demand, the group cannot grow.',
  decision:
    'Passes when the mixed instances policy names at least two types, or chooses machines by what they can do, and the group is in at least two zones. Fails otherwise. Groups that are being deleted give no finding.',
  fix: {
    text: 'Give the group a mixed instances policy with several types, and subnets in several zones.',
    console: [
      'Open EC2, choose Auto Scaling Groups, and choose the group.',
      'On the tab Details, under Launch template or Instance type requirements, choose Edit, then Override launch template.',
      'Add further types, or requirements, then choose Update.',
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
      return pass(`The Auto Scaling group ${name} may start several types in several zones.`)
    const lacks = [several ? [] : ['one type'], spread ? [] : ['one zone']].flat().join(' and ')
    return fail(`The Auto Scaling group ${name} is confined to ${lacks}.`)
  },
})
