import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_deletion_protection',
  title: 'Load balancer is protected against deletion',
  description:
    'Reads whether each load balancer refuses to be deleted until somebody lifts the protection first.',
  risk: 'One mistaken command, or one that an intruder sends, takes the service off the network together with its address.',
  decision:
    'Fails when the attribute deletion_protection.enabled is false, passes when it is true. All types of load balancers are judged: application, network and gateway.',
  fix: {
    text: 'Turn on deletion protection.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the tab Attributes choose Edit.',
      'Under Protection turn on Deletion protection, then choose Save changes.',
    ],
    cli: 'aws elbv2 modify-load-balancer-attributes --load-balancer-arn <load-balancer-arn> --attributes Key=deletion_protection.enabled,Value=true',
    terraform: `resource "aws_lb" "shop" {
  name                       = "shop"
  subnets                    = var.public_subnet_ids
  enable_deletion_protection = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/edit-load-balancer-attributes.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/elb-controls.html'],
  over: 'loadBalancers',
  needs: ['attributes'],
  judge: (it) =>
    it.attributes.deletion_protection
      ? pass(`${called(it)} is protected against deletion.`)
      : fail(`${called(it)} can be deleted with one call.`),
})
