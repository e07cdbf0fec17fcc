//===- CompiledProgram.cpp - machine code of a local program --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/CompiledProgram.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "tp/Conversion/Passes.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::tp;

CompiledProgram::~CompiledProgram() = default;

static constexpr llvm::StringLiteral kStarterName = "tp.start";

/// A function that unpacks an array of parameters, so that it can be called without knowing their
/// types. Everything else becomes internal to the module.
static void addStarter(llvm::Module &module, llvm::Function *main) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      function.setDSOLocal(true);
    }
  llvm::IRBuilder<> b(module.getContext());
  auto *type = llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy()}, false);
  auto *starter =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, kStarterName, module);
  b.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", starter));
  auto getSlot = [&](unsigned index) {
    return b.CreateConstGEP1_64(b.getInt64Ty(), starter->getArg(0), index);
  };
  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &parameter : main->args())
    arguments.push_back(b.CreateLoad(parameter.getType(), getSlot(parameter.getArgNo())));
  llvm::Value *result = b.CreateCall(main, arguments);
  if (!main->getReturnType()->isVoidTy())
    b.CreateStore(result, b.CreateLoad(b.getPtrTy(), getSlot(main->arg_size())));
  b.CreateRetVoid();
}

/// A straight line of many calls gains nothing from being optimised, and costs the most.
static void sparePlainCode(llvm::Module &module) {
  constexpr size_t mostInstructions = 20000;
  for (llvm::Function &function : module)
    if (function.getInstructionCount() > mostInstructions) {
      function.addFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::OptimizeNone);
    }
}

/// Vectorises, but neither unrolls nor interleaves: the kernels are many, and most are bound by
/// memory.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  tuning.LoopInterleaving = false;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

static LogicalResult lower(ModuleOp module) {
  PassManager pm(module.getContext());
  buildLocalToHostPipeline(pm);
  return pm.run(module);
}

std::unique_ptr<CompiledProgram> CompiledProgram::compile(ModuleOp module,
                                                          const EntryPoint &entry) {
  auto fail = [&](const Twine &why) {
    module.emitError() << "cannot be compiled for the host: " << why;
    return nullptr;
  };
  if (failed(lower(module)))
    return nullptr;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return fail(toString(builder.takeError()));
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  auto machine = builder->createTargetMachine();
  if (!machine)
    return fail(toString(machine.takeError()));
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> code = translateModuleToLLVMIR(module, *context);
  if (!code)
    return nullptr;
  code->setDataLayout((*machine)->createDataLayout());
  code->setTargetTriple((*machine)->getTargetTriple());
  llvm::Function *main = code->getFunction(entry.name);

  std::unique_ptr<CompiledProgram> program(new CompiledProgram());
  program->entry = entry;
  llvm::Type *resultType = main->getReturnType();
  if (!resultType->isVoidTy())
    program->resultSize = code->getDataLayout().getTypeAllocSize(resultType);
  for (size_t i = 0; i < entry.results.size(); ++i)
    program->resultOffsets.push_back(entry.results.size() == 1
                                         ? 0
                                         : code->getDataLayout()
                                               .getStructLayout(cast<llvm::StructType>(resultType))
                                               ->getElementOffset(i)
                                               .getFixedValue());
  addStarter(*code, main);
  sparePlainCode(*code);
  optimize(*code, **machine);

  auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(*builder).create();
  if (!jit)
    return fail(toString(jit.takeError()));
  llvm::orc::JITDylib &library = (*jit)->getMainJITDylib();
  llvm::orc::SymbolMap symbols;
  for (auto [name, address] : getHostRuntimeSymbols())
    symbols[(*jit)->mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                              llvm::JITSymbolFlags::Exported};
  if (llvm::Error error = library.define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return fail(toString(std::move(error)));
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return fail(toString(process.takeError()));
  library.addGenerator(std::move(*process));
  if (llvm::Error error =
          (*jit)->addIRModule(llvm::orc::ThreadSafeModule(std::move(code), std::move(context))))
    return fail(toString(std::move(error)));
  auto address = (*jit)->lookup(kStarterName);
  if (!address)
    return fail(toString(address.takeError()));
  program->function = address->toPtr<void (*)(uint64_t *)>();
  program->jit = std::move(*jit);
  return program;
}
