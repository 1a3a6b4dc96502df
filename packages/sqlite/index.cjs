// kith names this package as optional, so npm installs it, and the 29 MB behind it, only on a Node that its `engines` allow:
// those without a SQLite of their own. No script runs for that.
module.exports = require('@photostructure/sqlite');
