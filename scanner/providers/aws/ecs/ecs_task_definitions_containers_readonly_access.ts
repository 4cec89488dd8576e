import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_containers_readonly_access',
  title: 'ECS task definition has read-only root file systems',
  description:
    'Reads whether every container in the newest active revision of each task definition and in every revision that a service runs has a read-only root file system.',
  risk: 'An attacker can write tools to the container or change its program, and the changes persist after the attack.',
  decision:
    'Fails if a container does not set readonlyRootFilesystem to true (false by default), and passes if all do. Task definitions for Windows, which has no such setting, give no finding. The newest active revision of each family and every revision that a service, its deployments or task sets run are evaluated, including deregistered revisions. Tasks started from other revisions are not evaluated.',
  fix: {
    text: 'Make the root file system of every container read-only, and mount volumes for paths that need write access.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, and choose Create new revision.',
      'Turn on Read only root file system in each container, and add mount points for paths that it writes to.',
      'Choose Create, and update the services that use the family.',
      'The command creates a revision with only the given settings. Copy the roles, volumes and all containers from the output of describe-task-definition into the file for --cli-input-json, and set readonlyRootFilesystem to true in each container.',
    ],
    cli: 'aws ecs register-task-definition --cli-input-json file://task-with-readonly-roots.json',
    terraform: `resource "aws_ecs_task_definition" "shop" {
  family = "shop"
  container_definitions = jsonencode([{
    name                   = "web"
    image                  = "\${aws_ecr_repository.shop.repository_url}:1.4.2"
    memory                 = 512
    readonlyRootFilesystem = true
  }])
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/security-tasks-containers.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ecs-controls.html'],
  over: 'taskDefinitions',
  needs: ['definition'],
  judge: ({ name, definition: { windows, containers } }) => {
    if (windows) return []
    const found = containers.filter(({ readonly_root: readOnly }) => !readOnly)
    return found.length > 0
      ? fail(
          `The task definition ${name} does not have a read-only root file system in ${namesOf(found)}.`,
        )
      : pass(`The task definition ${name} has only read-only root file systems.`)
  },
})
