// What an engine for lessons is linked without: every page loads it, and only a real checkpoint needs the rest. The
// linker takes what is said here in the place of session_checkpoints.cpp, neox_config.cpp and neox_block.cpp, so those
// must be left out as wholes. Of the neox family nothing here is reached: without its model types no model of it can be
// made.
#include "bindings/session_methods.hpp"
#include "model/neox_family.hpp"

namespace whereabouts {

std::span<const Method> checkpoint_methods() { return {}; }

namespace neox {

std::span<const char* const> model_types() { return {}; }
bool is_model_type(const std::string&) { return false; }
Config config_from_json(ConfigReader, const std::string&) { return {}; }
Json config_to_json(const Config&) { return {}; }
Json with_rope_names(Json file) { return file; }
Json position_of(const std::string&) { return {}; }
ParameterLayout lay_out_parameters(const Config&, const AddParameter&) { return {}; }

#define WHEREABOUTS_LEAVE_OUT(Real)                                                                                  \
  template <>                                                                                                        \
  void project_qkv(const Weights<Real>&, const ParameterLayout::NeoxBlock&, const Config&, BlockActivations<Real>&,  \
                   Workspace<Real>&) {}                                                                              \
  template <>                                                                                                        \
  void finish_block(const Weights<Real>&, const ParameterLayout::NeoxBlock&, const Config&, BlockActivations<Real>&, \
                    Workspace<Real>&) {}
WHEREABOUTS_LEAVE_OUT(float)
WHEREABOUTS_LEAVE_OUT(double)
#undef WHEREABOUTS_LEAVE_OUT

}  // namespace neox
}  // namespace whereabouts
