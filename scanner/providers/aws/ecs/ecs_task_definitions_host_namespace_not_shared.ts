import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_host_namespace_not_shared',
  title: 'ECS task definition does not share the host process or IPC namespace',
  description:
    'Reads the process and IPC modes in the newest active revision of each task definition and in every revision that a service runs.',
  risk: 'A container that shares the process namespace of its host can read the memory and environment of host processes, or stop them.',
  decision:
    'Fails if the process mode or the IPC mode is host, and passes if neither is. The newest active revision of each family and every revision that a service, its deployments or task sets run are evaluated, including deregistered revisions. Tasks started from other revisions are not evaluated.',
  fix: {
    text: 'Remove the process and IPC modes from the task definition, or set them to task.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, and choose Create new revision with JSON.',
      'Remove pidMode and ipcMode, or set them to task, and choose Create.',
      'Update the services that use the family.',
      'The command creates a revision with only the given settings. Copy the roles, volumes and all containers from the output of describe-task-definition into the file for --cli-input-json, and set pidMode and ipcMode to task.',
    ],
    cli: 'aws ecs register-task-definition --cli-input-json file://task-with-own-namespaces.json',
    terraform: `resource "aws_ecs_task_definition" "shop" {
  family   = "shop"
  pid_mode = "task"
  ipc_mode = "task"
  container_definitions = jsonencode([{
    name   = "web"
    image  = "\${aws_ecr_repository.shop.repository_url}:1.4.2"
    memory = 512
  }])
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task_definition_parameters.html#task_definition_pidmode',
  over: 'taskDefinitions',
  needs: ['definition'],
  judge: ({ name, definition: { pid_mode: pid, ipc_mode: ipc } }) => {
    const shared = [pid === 'host' ? ['process'] : [], ipc === 'host' ? ['IPC'] : []].flat()
    return shared.length > 0
      ? fail(
          `The task definition ${name} shares the ${shared.join(' and ')} namespace of its host.`,
        )
      : pass(`The task definition ${name} does not share the process or IPC namespace of its host.`)
  },
})
