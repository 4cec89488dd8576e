import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_deletion_protection',
  title: 'Load balancer has deletion protection enabled',
  description: 'Reads whether deletion protection is enabled for each load balancer.',
  risk: 'An incorrect command or an attacker can delete the load balancer and make the service unavailable, and its DNS name is lost.',
  decision:
    'Fails if the attribute deletion_protection.enabled is false, and passes if it is true. All types of load balancers are evaluated: application, network and gateway.',
  fix: {
    text: 'Enable deletion protection for the load balancer.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the Attributes tab, choose Edit.',
      'Under Protection, turn on Deletion protection, and choose Save changes.',
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
      ? pass(`${called(it)} has deletion protection enabled.`)
      : fail(`${called(it)} has deletion protection disabled.`),
})
