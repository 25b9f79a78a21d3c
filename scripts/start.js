// `npm start`: prepares the checkout, serves a page of progress meanwhile, and starts the server.
// It imports nothing at first and uses old syntax only, so that a Node that is too old for the rest
// still says so.
const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  process.stderr.write(
    'Node 20 or newer is needed; this is ' + process.version + '. Install it and try again.\n',
  );
  process.exitCode = 1;
} else {
  import('./starting/start.js').then(function run(starting) {
    return starting.start(process.argv.slice(2));
  });
}
