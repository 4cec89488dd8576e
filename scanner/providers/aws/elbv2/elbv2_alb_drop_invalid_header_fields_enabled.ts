import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_alb_drop_invalid_header_fields_enabled',
  title: 'Application Load Balancer drops invalid header fields',
  description:
    'Reads whether each Application Load Balancer removes header fields with invalid names before it forwards requests to targets.',
  risk: 'If the load balancer and a target interpret invalid header fields differently, attackers can smuggle requests past both.',
  decision:
    'Fails if the attribute routing.http.drop_invalid_header_fields.enabled is false, which is the default, and passes if it is true. Other types of load balancers give no finding.',
  fix: {
    text: 'Enable dropping of invalid header fields.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Application Load Balancer.',
      'On the Attributes tab, choose Edit.',
      'Under Packet handling, turn on Drop invalid header fields, and choose Save changes.',
    ],
    cli: 'aws elbv2 modify-load-balancer-attributes --load-balancer-arn <load-balancer-arn> --attributes Key=routing.http.drop_invalid_header_fields.enabled,Value=true',
    terraform: `resource "aws_lb" "shop" {
  name                       = "shop"
  load_balancer_type         = "application"
  subnets                    = var.public_subnet_ids
  drop_invalid_header_fields = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/edit-load-balancer-attributes.html',
  over: 'loadBalancers',
  needs: ['attributes'],
  judge: (it) => {
    const { drop_invalid_headers: drops } = it.attributes
    if (drops === null) return []
    return drops
      ? pass(`${called(it)} drops header fields with invalid names.`)
      : fail(`${called(it)} forwards header fields with invalid names to its targets.`)
  },
})
