import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_vpc_multi_az',
  title: 'Function in a VPC has subnets in more than one zone',
  description: 'Asks EC2 in which availability zones the subnets of each function lie.',
  risk: 'When its only zone fails the function cannot start, and whatever calls it fails too.',
  decision:
    'Fails when the subnets lie in fewer zones than `lambda_min_azs`, 2 unless configured, and passes otherwise. Functions outside a VPC give no finding: AWS spreads them itself.',
  fix: {
    text: 'Give the function subnets in at least two availability zones.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and VPC.',
      'Choose Edit, and add a private subnet of another availability zone.',
      'Choose Save.',
    ],
    cli: 'aws lambda update-function-configuration --function-name <function> --vpc-config SubnetIds=<subnets in use>,<subnet in another zone>,SecurityGroupIds=<groups in use>',
    terraform: `resource "aws_lambda_function" "resize" {
  function_name = "resize"
  role          = aws_iam_role.resize.arn
  filename      = "resize.zip"
  handler       = "index.handler"
  runtime       = "nodejs24.x"

  vpc_config {
    subnet_ids         = [aws_subnet.private_a.id, aws_subnet.private_b.id]
    security_group_ids = [aws_security_group.resize.id]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html',
  links: ['https://docs.aws.amazon.com/lambda/latest/dg/security-resilience.html'],
  over: 'functions',
  needs: ['zones'],
  config: { lambda_min_azs: 2 },
  judge: ({ name, vpc_id: vpc, zones }, { config }) => {
    if (vpc === null) return []
    const list = zones.join(', ') || 'no zone'
    return zones.length >= config.lambda_min_azs
      ? pass(`The function ${name} has subnets in ${list}.`)
      : fail(
          `The function ${name} has subnets in ${list}, and ${config.lambda_min_azs} zones are wanted.`,
        )
  },
})
