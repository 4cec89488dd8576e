import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'sagemaker_notebook_instance_vpc_settings_configured',
  title: 'SageMaker notebook instance is in a VPC',
  description: 'Reads whether each notebook instance is in a subnet of your VPC.',
  risk: 'A notebook outside your VPC is not protected by your security groups, and its traffic is not in your flow logs.',
  decision:
    'Passes if the notebook has a subnet. Fails if it has none. A notebook that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a new notebook instance in a subnet of your VPC.',
    console: [
      'Open Amazon SageMaker AI, choose Notebooks, and choose Create notebook instance.',
      'Under Network, choose the VPC, the subnet and the security groups.',
      'Create the notebook, copy your work to it, and delete the old notebook, whose network cannot be changed.',
    ],
    cli: 'aws sagemaker create-notebook-instance --notebook-instance-name <name> --instance-type <type> --role-arn <role> --subnet-id <subnet> --security-group-ids <group>',
    terraform: `resource "aws_sagemaker_notebook_instance" "forecast" {
  name            = "forecast"
  role_arn        = aws_iam_role.notebook.arn
  instance_type   = "ml.t3.medium"
  subnet_id       = aws_subnet.private.id
  security_groups = [aws_security_group.notebook.id]
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/sagemaker-controls.html',
  links: [
    'https://docs.aws.amazon.com/sagemaker/latest/dg/appendix-notebook-and-internet-access.html',
  ],
  over: 'notebooks',
  needs: ['details'],
  judge: ({ name, status, details: { subnet } }) => {
    if (isPassing(status)) return []
    return subnet === null
      ? fail(`The notebook ${name} is not in your VPC.`)
      : pass(`The notebook ${name} is in the subnet ${subnet}.`)
  },
})
