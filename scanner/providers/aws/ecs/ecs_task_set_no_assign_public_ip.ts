import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecs_task_set_no_assign_public_ip',
  title: 'Task sets give their tasks no public addresses',
  description:
    'Reads the network settings of the task sets that a service with external deployments has.',
  risk: 'A deployment tool that makes its task sets with public addresses puts every release on the internet, whatever the service itself says.',
  decision:
    'Fails when assignPublicIp is ENABLED in a task set, and passes when it is in none. Services that are not active, and those without a task set that has network interfaces of its own, give no finding.',
  fix: {
    text: 'Create task sets with assignPublicIp set to DISABLED.',
    console: [
      'Amazon ECS has no page that changes a task set, so change the tool that creates it.',
      'Open Amazon ECS, choose the cluster and the service, and see the networking of its deployments.',
      'Let the tool create a task set in private subnets without public addresses, and delete the old one.',
    ],
    cli: "aws ecs create-task-set --cluster <cluster> --service <service> --task-definition <task-definition> --network-configuration 'awsvpcConfiguration={subnets=[<subnet-id>],securityGroups=[<group-id>],assignPublicIp=DISABLED}'",
    terraform: `resource "aws_ecs_task_set" "green" {
  service         = aws_ecs_service.web.id
  cluster         = aws_ecs_cluster.shop.id
  task_definition = aws_ecs_task_definition.shop.arn

  network_configuration {
    subnets          = var.private_subnet_ids
    security_groups  = [aws_security_group.web.id]
    assign_public_ip = false
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/deployment-type-external.html',
  over: 'services',
  needs: [],
  judge: ({ name, status, task_sets: sets }) => {
    const own = sets.filter(({ public_ip: isPublic }) => isPublic !== null)
    if (status !== 'ACTIVE' || own.length === 0) return []
    const found = own.filter(({ public_ip: isPublic }) => isPublic).map(({ id }) => id)
    return found.length > 0
      ? fail(
          `The service ${name} has task sets with public addresses: ${found.slice(0, 10).join(', ')}.`,
        )
      : pass(`The service ${name} has no task set with public addresses.`)
  },
})
