import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_inside_vpc',
  title: 'Function is connected to a VPC',
  description: 'Reads whether each function has network interfaces in a VPC.',
  risk: 'A function outside a VPC reaches its databases over public addresses, and no security group or flow log stands between them.',
  decision:
    'Passes when the function names a VPC, and fails when it names none. Whether the function has anything to reach there is not known, so mute the finding for those that speak to AWS only.',
  fix: {
    text: 'Connect the function to private subnets of the VPC that it works with.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and VPC.',
      'Choose Edit, and select the VPC, private subnets in two zones, and a security group.',
      'Choose Save; the role needs the permissions of AWSLambdaVPCAccessExecutionRole.',
    ],
    cli: 'aws lambda update-function-configuration --function-name <function> --vpc-config SubnetIds=<first-subnet-id>,<second-subnet-id>,SecurityGroupIds=<group-id>',
    terraform: `resource "aws_lambda_function" "resize" {
  function_name = "resize"
  role          = aws_iam_role.resize.arn
  filename      = "resize.zip"
  handler       = "index.handler"
  runtime       = "nodejs24.x"

  vpc_config {
    subnet_ids         = var.private_subnet_ids
    security_group_ids = [aws_security_group.resize.id]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html',
  over: 'functions',
  needs: [],
  judge: ({ name, vpc_id: vpc }) =>
    vpc === null
      ? fail(`The function ${name} is in no VPC.`)
      : pass(`The function ${name} is in the VPC ${vpc}.`),
})
