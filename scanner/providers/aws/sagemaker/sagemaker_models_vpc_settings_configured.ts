import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sagemaker_models_vpc_settings_configured',
  title: 'SageMaker model has a VPC configured',
  description: 'Reads whether the containers of each model run in subnets of your VPC.',
  risk: 'Traffic of the containers to S3 and other services is not controlled by your security groups or recorded in your flow logs.',
  decision:
    'Passes if the model has VPC subnets configured. Fails if it has none, even if it has network isolation.',
  fix: {
    text: 'Create a new model with subnets and security groups.',
    console: [
      'Open Amazon SageMaker AI, choose Models, and choose Create model.',
      'Enter the same container and role, and under Network, choose the VPC, subnets and security groups.',
      'Create the model, create an endpoint configuration with it, and update the endpoint.',
    ],
    cli: 'aws sagemaker create-model --model-name <name> --execution-role-arn <role> --primary-container Image=<image> --vpc-config Subnets=<subnet>,SecurityGroupIds=<group>',
    terraform: `resource "aws_sagemaker_model" "forecast" {
  name               = "forecast"
  execution_role_arn = aws_iam_role.model.arn

  primary_container {
    image = "111122223333.dkr.ecr.eu-west-1.amazonaws.com/forecast:1"
  }

  vpc_config {
    subnets            = [aws_subnet.private.id]
    security_group_ids = [aws_security_group.model.id]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/host-vpc.html',
  over: 'models',
  needs: ['details'],
  judge: ({ name, details: { in_vpc } }) =>
    in_vpc
      ? pass(`The model ${name} has a VPC configured.`)
      : fail(`The model ${name} has no VPC configured.`),
})
