import { execFileSync } from 'node:child_process'

/** The postmaster of a cluster and its backends, known by their command lines and parents. */
export function postgresProcessesOf(cluster: string): number[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,stat=,command='], {
    encoding: 'utf8',
  })
  const processes = lines.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid && !state.startsWith('Z')
      ? [{ pid: Number(pid), parent: Number(parent), command }]
      : []
  })
  const postmasters = processes.filter(({ command }) =>
    command.includes(`/postgres -D ${cluster} `),
  )
  const pids = postmasters.map(({ pid }) => pid)
  const backends = processes.filter(({ parent }) => pids.includes(parent))
  return [...pids, ...backends.map(({ pid }) => pid)]
}
