import type { Entry, Exchange } from './document.ts'

/** The same call in three languages. Words in capitals are the reader's own. */
export interface Samples {
  curl: string
  TypeScript: string
  Python: string
}

export function samplesOf(entry: Entry, exchange: Exchange): Samples {
  const scheme = Object.keys(entry.security?.[0] ?? {})[0]
  const call: Call = {
    method: entry.method,
    address: (session) =>
      `${entry.path.replace(/\{(\w+)\}/g, (_, name: string) => exchange.params?.[name] ?? session)}${exchange.query ? `?${exchange.query}` : ''}`,
    login: scheme === 'basic' ? (entry.tags?.includes('Review') ? 'REVIEWER' : 'LIMEN') : undefined,
    token: scheme === 'bearer',
    exchange,
  }
  return { curl: curl(call), TypeScript: typescript(call), Python: python(call) }
}

interface Call {
  method: string
  address: (session: string) => string
  login: string | undefined
  token: boolean
  exchange: Exchange
}

/** What a binary answer is kept as. */
const fileOf = ({ type, params }: Exchange): string | undefined => {
  if (type === 'image/jpeg') return `${params?.imageName ?? 'picture'}.jpg`
  return type === 'application/zip' ? 'evidence.zip' : undefined
}

function curl({ method, address, login, token, exchange }: Call): string {
  const { json, picture, type } = exchange
  const file = fileOf(exchange)
  return [
    `curl ${type === 'text/event-stream' ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}"$LIMEN_URL${address('$SESSION_ID')}"`,
    ...(login ? [`-u "$${login}_USERNAME:$${login}_PASSWORD"`] : []),
    ...(token ? ['-H "authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...(picture ? [`-H "content-type: image/jpeg" --data-binary @${picture}`] : []),
    ...(json === undefined ? [] : ['-H "content-type: application/json"', `-d '${JSON.stringify(json)}'`]),
    ...(file ? [`-o ${file}`] : []),
  ].join(' \\\n  ')
}

function typescript({ method, address, login, token, exchange }: Call): string {
  const { json, picture, status } = exchange
  const file = fileOf(exchange)
  const headers = [
    ...(login ? [`authorization: \`Basic \${btoa(\`\${${login}_USERNAME}:\${${login}_PASSWORD}\`)}\``] : []),
    ...(token ? [`authorization: \`Bearer \${ACCESS_TOKEN}\``] : []),
    ...(picture ? ["'content-type': 'image/jpeg'"] : []),
    ...(json === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(picture ? [`body: await readFile('${picture}')`] : []),
    ...(json === undefined ? [] : [`body: JSON.stringify(${literal(json)})`]),
  ]
  const imports = [...(picture ? ['readFile'] : []), ...(file ? ['writeFile'] : [])]
  return [
    ...(imports.length ? [`import { ${imports.join(', ')} } from 'node:fs/promises'\n`] : []),
    `const answer = await fetch(\`\${LIMEN_URL}${address(`\${SESSION_ID}`)}\`, {`,
    ...options.map((option) => `  ${option},`),
    '})',
    file
      ? `await writeFile('${file}', new Uint8Array(await answer.arrayBuffer()))`
      : status === 204
        ? 'console.log(answer.status)'
        : exchange.type === 'application/json'
          ? 'console.log(answer.status, await answer.json())'
          : 'console.log(answer.status, await answer.text())',
  ].join('\n')
}

const literal = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/"(\w+)":/g, ' $1: ')
    .replace(/,/g, ',')
    .replace(/\}$/, ' }')

function python({ method, address, login, token, exchange }: Call): string {
  const { json, picture, status } = exchange
  const file = fileOf(exchange)
  const headers = [
    ...(login ? ['"authorization": f"Basic {LOGIN}"'] : []),
    ...(token ? ['"authorization": f"Bearer {ACCESS_TOKEN}"'] : []),
    ...(picture ? ['"content-type": "image/jpeg"'] : []),
    ...(json === undefined ? [] : ['"content-type": "application/json"']),
  ]
  const isJson = exchange.type === 'application/json'
  const modules = [...(login ? ['base64'] : []), ...(json !== undefined || isJson ? ['json'] : []), 'urllib.request']
  return [
    `import ${modules.join(', ')}\n`,
    ...(login ? [`LOGIN = base64.b64encode(f"{${login}_USERNAME}:{${login}_PASSWORD}".encode()).decode()`] : []),
    'request = urllib.request.Request(',
    `    f"{LIMEN_URL}${address('{SESSION_ID}')}",`,
    `    method="${method}",`,
    ...(headers.length ? [`    headers={${headers.join(', ')}},`] : []),
    ...(picture ? [`    data=open("${picture}", "rb").read(),`] : []),
    ...(json === undefined ? [] : [`    data=json.dumps(${pythonLiteral(json)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    file
      ? `    open("${file}", "wb").write(answer.read())`
      : status === 204
        ? '    print(answer.status)'
        : isJson
          ? '    print(answer.status, json.load(answer))'
          : '    print(answer.status, answer.read().decode())',
  ].join('\n')
}

const pythonLiteral = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/:true\b/g, ': True')
    .replace(/:false\b/g, ': False')
    .replace(/":/g, '": ')
    .replace(/,"/g, ', "')
