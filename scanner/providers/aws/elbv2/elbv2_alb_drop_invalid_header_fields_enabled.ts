import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_alb_drop_invalid_header_fields_enabled',
  title: 'Application load balancer drops malformed headers',
  description:
    'Reads the attribute by which an application load balancer removes header fields whose names HTTP does not allow, before targets see them.',
  risk: 'Odd header names are read differently by a balancer and by what stands behind it, and such differences are how requests are smuggled past both.',
  decision:
    'Fails when the attribute routing.http.drop_invalid_header_fields.enabled is false, which is AWS’s default, and passes when it is true. Other types of load balancers give no finding.',
  fix: {
    text: 'Turn on the dropping of invalid header fields.',
    console: [
      'Open EC2, choose Load Balancers, and choose the application load balancer.',
      'On the tab Attributes choose Edit.',
      'Under Packet handling turn on Drop invalid header fields, then choose Save changes.',
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
      : fail(`${called(it)} passes header fields with invalid names on to its targets.`)
  },
})
