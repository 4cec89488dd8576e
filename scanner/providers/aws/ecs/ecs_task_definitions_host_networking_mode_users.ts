import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

const isRoot = (user: string | null): boolean => /^(root|0)?(:|$)/.test(user ?? '')

export default check({
  id: 'ecs_task_definitions_host_networking_mode_users',
  title: 'ECS task definition with host networking does not run containers as root',
  description:
    'Reads the network mode and the container users in the newest active revision of each task definition and in every revision that a service runs.',
  risk: 'A root process on the host network can listen on any port and call the instance metadata service with the identity of the host.',
  decision:
    'Fails if the network mode is host and a container that is not privileged runs as root: its user is root, 0 or not set, regardless of the user in the image. Passes if the network mode is different, or if every container specifies another user or is privileged. Like the AWS Config rule, this check accepts a privileged container as an explicit choice, and a separate check fails it. The newest active revision of each family and every revision that a service, its deployments or task sets run are evaluated, including deregistered revisions. Tasks started from other revisions are not evaluated.',
  fix: {
    text: 'Use the awsvpc network mode, or specify a non-root user in every container.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, and choose Create new revision.',
      'Set the network mode to awsvpc, or enter a User in the definition of each container.',
      'Choose Create, and update the services that use the family.',
      'The command creates a revision with only the given settings. Copy the roles, volumes and all containers from the output of describe-task-definition into the file for --cli-input-json, and set networkMode to awsvpc or a non-root user in each container.',
    ],
    cli: 'aws ecs register-task-definition --cli-input-json file://task-definition.json',
    terraform: `resource "aws_ecs_task_definition" "shop" {
  family       = "shop"
  network_mode = "awsvpc"
  container_definitions = jsonencode([{
    name   = "web"
    image  = "\${aws_ecr_repository.shop.repository_url}:1.4.2"
    memory = 512
    user   = "1000"
  }])
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task_definition_parameters.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ecs-controls.html'],
  over: 'taskDefinitions',
  needs: ['definition'],
  judge: ({ name, definition: { network_mode: mode, containers } }) => {
    if (mode !== 'host') return pass(`The task definition ${name} uses the network mode ${mode}.`)
    const roots = containers.filter(({ user }) => isRoot(user))
    const implicit = roots.filter(({ privileged }) => !privileged)
    if (implicit.length > 0)
      return fail(
        `The task definition ${name} runs ${namesOf(implicit)} as root on the host network.`,
      )
    return roots.length > 0
      ? pass(
          `The task definition ${name} runs only containers that are explicitly privileged as root on the host network: ${namesOf(roots)}.`,
        )
      : pass(`The task definition ${name} runs no container as root on the host network.`)
  },
})
